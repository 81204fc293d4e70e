import { existsSync } from 'node:fs'
import { run, say, seconds } from './run.mjs'

const LOCK_WAIT_S = 600

/**
 * Installs Debian packages where we may. False where we may not, or where it did not work: the caller
 * knows what to do without them.
 *
 * @param {readonly string[]} packages
 * @param {string} purpose
 */
export async function installDebianPackages(packages, purpose) {
  if (packages.length === 0) return true
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false
  const startedAt = performance.now()
  say(`Installing ${packages.join(' and ')} for ${purpose} ...`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const install = [
    'apt-get',
    // Another program may be installing something, such as the system's own updates.
    '-o',
    `DPkg::Lock::Timeout=${LOCK_WAIT_S}`,
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    ...packages,
  ]
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
