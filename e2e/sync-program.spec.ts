import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AwanServer } from './awan-server.ts'
import { LOCK, makeAppPassword, openProgram } from './dav-program.ts'
import { openDrive } from './open-drive.ts'
import { expect, type Person, signInQuickly, test } from './story.ts'

// Left out where it cannot be had, which the run says at its beginning.
test.skip(spawnSync('nextcloudcmd', ['--version']).error !== undefined, 'nextcloudcmd is missing')

/** A folder of somebody's computer, which a program keeps the same as their files. */
async function openComputer(server: AwanServer, person: Person) {
  const home = await mkdtemp(join(tmpdir(), 'awan-e2e-sync-'))
  const folder = join(home, 'Files')
  await mkdir(folder)
  const { login_name, password } = await makeAppPassword(server, person)
  const args = ['--non-interactive', '-u', login_name, '-p', password, folder, server.url]
  const env = { ...process.env, HOME: home, QT_QPA_PLATFORM: 'offscreen', LC_ALL: 'C.UTF-8' }
  return {
    write: (path: string, content: string) => writeFile(join(folder, path), content),
    read: (path: string) => readFile(join(folder, path), 'utf8'),
    makeFolder: (path: string) => mkdir(join(folder, path)),
    names: async (path: string) => (await readdir(join(folder, path))).toSorted(),
    /** What the program says; it may end with a failure of one of the files. */
    sync: () =>
      new Promise<string>((resolve) => {
        execFile('nextcloudcmd', args, { env }, (_error, out, err) => resolve(out + err))
      }),
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  }
}

test('a web app and a program that syncs work on one account', async ({ page, person, server }) => {
  await using computer = await openComputer(server, person)
  const dav = await openProgram(server, person)
  const drive = await openDrive(server, person)
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeVisible()

  await test.step('what the program sends appears in the page that is open', async () => {
    await computer.makeFolder('Plans')
    await computer.write('Plans/budget.txt', 'first')
    await computer.sync()
    await row('Plans').dblclick()
    await expect(row('budget.txt')).toContainText('5 bytes')
  })

  await test.step('so does what is edited there, and what is new', async () => {
    await computer.write('Plans/budget.txt', 'second, and longer')
    await computer.write('Plans/notes.txt', 'words')
    await computer.sync()
    await expect(row('budget.txt')).toContainText('18 bytes')
    await expect(row('notes.txt')).toBeVisible()
  })

  await test.step('what is renamed in the page has its new name on the computer', async () => {
    await row('notes.txt').click()
    await page.keyboard.press('F2')
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('thoughts.txt')
    await page.keyboard.press('Enter')
    await expect(row('thoughts.txt')).toBeVisible()
    await computer.sync()
    expect(await computer.names('Plans')).toEqual(['budget.txt', 'thoughts.txt'])
    expect(await computer.read('Plans/thoughts.txt')).toBe('words')
  })

  await test.step('what another program has locked is marked in the page, and stays as it is until it is released', async () => {
    const locked = await dav('LOCK', 'Plans/budget.txt', { body: LOCK })
    const mark = row('budget.txt').getByRole('img', { name: /^Locked by Rani Setia until / })
    await expect(mark).toBeVisible()
    await computer.write('Plans/budget.txt', 'third, while it is locked')
    expect(await computer.sync()).toContain('423')
    const kept = await drive.paths.download('Plans/budget.txt')
    expect(await kept.text()).toBe('second, and longer')
    // Whoever edits it on the computer loses nothing.
    expect(await computer.read('Plans/budget.txt')).toBe('third, while it is locked')

    const token = locked.headers.get('lock-token') ?? ''
    await dav('UNLOCK', 'Plans/budget.txt', { token })
    await expect(mark).toBeHidden()
    await computer.write('Plans/budget.txt', 'third, and it is not locked any more')
    await computer.sync()
    await expect(row('budget.txt')).toContainText('36 bytes')
    expect(await computer.names('Plans')).toEqual(['budget.txt', 'thoughts.txt'])
  })
})
