// Lists the rules of docs/spec that no test names yet.
import { compare, readMentions, readRules, summarize } from '../docs/spec/spec-rules.ts'

const rules = await readRules()
const { duplicates, unknown, untested } = compare(rules, await readMentions())

for (const { id, text, file } of untested) console.log(`${file}  ${id}  ${text}`)
if (untested.length > 0) console.log()
console.log(summarize(rules, untested))

for (const id of duplicates) console.error(`two rules share the id ${id}`)
for (const { id, at } of unknown)
  console.error(`${at} names ${id}, which is not a rule in docs/spec`)
if (duplicates.length > 0 || unknown.length > 0) process.exitCode = 1
