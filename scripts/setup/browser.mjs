import { existsSync } from 'node:fs'
import { installDebianPackages } from './debian-packages.mjs'
import { toolOf } from './paths.mjs'
import { run, SetupError, say } from './run.mjs'

const CHROMIUM = '/usr/bin/chromium'
/** Chromium without what only a window needs: the stories take a fifth less time with it. */
const HEADLESS = '/usr/bin/chromium-headless-shell'
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
  if (missing.length === 0 || (await installDebianPackages(missing, 'the end-to-end tests'))) {
    // Where there is none the whole Chromium does.
    if (existsSync(CHROMIUM) && !existsSync(HEADLESS)) {
      await installDebianPackages(['chromium-headless-shell'], 'faster end-to-end tests')
    }
    return
  }
  if (existsSync(CHROMIUM)) {
    say('Fonts for Chinese and Korean are missing: screenshots in these languages show boxes.')
    return
  }
  say("Downloading Playwright's Chromium ...")
  const { code } = await run([...toolOf('playwright'), 'install', 'chromium'])
  if (code === 0) return
  throw new SetupError(
    'There is no browser for the end-to-end tests. Install Chromium (Debian: apt-get install chromium fonts-noto-cjk) or let npm reach the network, then run the same command again.',
  )
}
