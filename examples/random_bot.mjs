#!/usr/bin/env node
// The smallest bot there is, in JavaScript: any legal choice, drawn from the seed it is given.
// taupes bot check node examples/random_bot.mjs
import { createInterface } from "node:readline";

const say = (message) => console.log(JSON.stringify(message));

for await (const line of createInterface({ input: process.stdin })) {
  const { type, id, seed, legal } = JSON.parse(line);
  if (type === "hello") say({ type: "ready", name: "random, in JavaScript" });
  if (type === "think") say({ type: "choice", id, choice: legal[seed % legal.length] });
  if (type === "quit") process.exit();
}
