import { runChecks } from './setup/checks.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { runMain, say } from './setup/run.mjs'

// `npm run check`: types, format, lint, import rules, unused code, generated pages.
await runMain(async () => {
  await ensureInstalled()
  const { passed, failed } = await runChecks()
  say(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})
