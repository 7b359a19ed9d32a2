"""Tables in memory: who follows them, what they wait for, what is told to whom."""
