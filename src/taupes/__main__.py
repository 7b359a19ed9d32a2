"""`python -m taupes`, where the command itself is not on the path."""

from taupes.cli import main

main()
