import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toSettingsPage } from '../apps/server/src/config/help.ts'
import { root } from './setup/paths.mjs'
import { runMain, say } from './setup/run.mjs'

// `npm run settings-doc` writes docs/operate/settings.md from the table of settings in the server;
// with --check it only says whether the page is as it should be.
await runMain(async () => {
  const path = join(root, 'docs/operate/settings.md')
  const page = toSettingsPage()
  if (!process.argv.includes('--check')) {
    await writeFile(path, page)
    return 0
  }
  if ((await readFile(path, 'utf8').catch(() => '')) === page) return 0
  say('docs/operate/settings.md differs from the settings in apps/server/src/config/env.ts.')
  say('Update the page with: npm run settings-doc')
  return 1
})
