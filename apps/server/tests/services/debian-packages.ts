import { execFile, spawn } from 'node:child_process'
import { access, constants, readFile } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Programs, and the Debian packages that bring them. */
export interface Wanted {
  /** By name, or by path where they are no commands. */
  programs: readonly string[]
  packages: readonly string[]
}

/**
 * Installs programs where that can be done without asking anybody: as root on Debian. Resolves to the
 * reason for each where it cannot. All of them are asked for at once, which takes a third of the time.
 */
export async function ensurePrograms<const All extends readonly Wanted[]>(
  all: All,
  say: (line: string) => void,
): Promise<{ [Index in keyof All]: string | undefined }> {
  const missing: Wanted[] = []
  for (const wanted of all) {
    if ((await missingOf(wanted.programs)).length > 0) missing.push(wanted)
  }
  const together = {
    programs: missing.flatMap(({ programs }) => programs),
    packages: missing.flatMap(({ packages }) => packages),
  }
  const failed = (await install(together, say)) !== undefined
  const reasons: (string | undefined)[] = []
  // A package that does not exist here must not keep the others away.
  for (const wanted of all) reasons.push(failed ? await install(wanted, say) : undefined)
  return reasons as { [Index in keyof All]: string | undefined }
}

async function install(
  { programs, packages }: Wanted,
  say: (line: string) => void,
): Promise<string | undefined> {
  const missing = await missingOf(programs)
  if (missing.length === 0) return undefined
  if (process.getuid?.() !== 0) return `${missing.join(', ')} missing, and only root can install`
  if (!(await isDebian())) return `${missing.join(', ')} missing, and this is not Debian`

  say(`installing ${packages.join(' ')} (once, a minute or two)`)
  try {
    await apt(['update'])
  } catch (error) {
    // The lists that are there may do; if not, the installation below says what is wrong.
    say(`apt-get update failed, trying with the package lists that are there: ${reason(error)}`)
  }
  try {
    await apt(['install', '-y', '--no-install-recommends', ...packages])
  } catch (error) {
    return `apt-get could not install ${packages.join(' ')}: ${reason(error)}`
  }
  const still = await missingOf(programs)
  return still.length === 0 ? undefined : `${still.join(', ')} still missing after installation`
}

async function missingOf(programs: readonly string[]): Promise<string[]> {
  const found = await Promise.all(programs.map(isOnPath))
  return programs.filter((_, index) => !found[index])
}

async function isOnPath(program: string): Promise<boolean> {
  const folders = isAbsolute(program) ? [''] : (process.env.PATH ?? '').split(delimiter)
  for (const folder of folders) {
    try {
      await access(join(folder, program), constants.X_OK)
      return true
    } catch {
      // Not in this folder: the next one may have it.
    }
  }
  return false
}

async function isDebian(): Promise<boolean> {
  try {
    await run('apt-get', ['--version'])
    return /^ID(_LIKE)?=.*debian/m.test(await readFile('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

function apt(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stdout.on('data', (text) => {
      said = (said + text).slice(-4000)
    })
    child.stderr.on('data', (text) => {
      said = (said + text).slice(-4000)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`apt-get ${args[0]} ended with ${code}:\n${said}`))
    })
  })
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
