import { existsSync } from 'node:fs'
import { toolOf } from './paths.mjs'
import { run, SetupError, say, seconds } from './run.mjs'

const CHROMIUM = '/usr/bin/chromium'
const CJK_FONTS = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'

/**
 * Brings a browser for the stories: the machine's Chromium, as Debian package where we may install
 * one, else Playwright's own download. Chinese and Korean texts need fonts that have their glyphs.
 */
export async function ensureBrowser() {
  const missing = [
    ...(existsSync(CHROMIUM) ? [] : ['chromium']),
    ...(existsSync(CJK_FONTS) ? [] : ['fonts-noto-cjk']),
  ]
  if (missing.length === 0) return
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    if (await installDebianPackages(missing)) return
  }
  if (existsSync(CHROMIUM)) {
    say('There are no fonts for Chinese and Korean here; pictures of these languages show boxes.')
    return
  }
  say("Downloading Playwright's Chromium ...")
  const { code } = await run([...toolOf('playwright'), 'install', 'chromium'])
  if (code === 0) return
  throw new SetupError(
    'There is no browser for the stories. Install Chromium (Debian: apt-get install chromium fonts-noto-cjk) or let npm reach the network, then run the same command again.',
  )
}

/** @param {readonly string[]} packages */
async function installDebianPackages(packages) {
  const startedAt = performance.now()
  say(`Installing ${packages.join(' and ')} for the browser stories ...`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages]
  let attempt = await run(install, { env, output: 'collect' })
  if (attempt.code !== 0) {
    // The list of packages may be missing or old; refreshing it takes longer than trying.
    await run(['apt-get', 'update', '-qq'], { env, output: 'collect' })
    attempt = await run(install, { env, output: 'collect' })
  }
  if (attempt.code === 0) say(`Installed (${seconds(startedAt)}).`)
  else say(`apt-get could not install them:\n${attempt.output.trim()}`)
  return attempt.code === 0
}
