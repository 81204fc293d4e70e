import type { File as DriveFile } from '@awan/protocol/drive'
import { expect, test } from './client-story.ts'
import { pass, send } from './fault-proxy.ts'
import { createClient, type Tab } from './tab.ts'

const JSON_HEADERS = { 'content-type': 'application/json' }

/** Makes a manager in the page, with a journal that outlives it. */
async function openManager({ page }: Tab): Promise<void> {
  await page.evaluate(() => {
    const journal = awan.createIndexedDbJournal('uploads')
    globalThis.uploads = awan.createUploadManager(client, { journal })
  })
}

/** Real files of the page: the same bytes and times whenever they are made. */
async function addFiles({ page }: Tab, folder: string, sizes: readonly number[]): Promise<void> {
  await page.evaluate(
    async ([folder, sizes]) => {
      const entries = sizes.map((size, index) => {
        const name = `${String(index).padStart(4, '0')}.bin`
        const bytes = new Uint8Array(size).fill(index % 251)
        return {
          path: `${folder}/${name}`,
          source: new File([bytes], name, { lastModified: 86_400_000 }),
        }
      })
      await uploads.add(entries, { skipSame: true })
    },
    [folder, sizes] as const,
  )
}

const settled = ({ page }: Tab) => page.evaluate(() => uploads.settled())
const summary = ({ page }: Tab) => page.evaluate(() => uploads.summary())

/** What the drive has in a folder at its top. */
async function filesIn({ page }: Tab, folder: string): Promise<DriveFile[]> {
  return page.evaluate(async (name) => {
    const drive = awan.createDriveClient(client)
    const top = await drive.files.list({ page_size: 1000 })
    const parent_id = top.files.find((file) => file.name === name)?.id
    const found: DriveFile[] = []
    let page_token: string | undefined
    do {
      const page = await drive.files.list({ parent_id, page_size: 1000, page_token })
      found.push(...page.files)
      page_token = page.next_page_token
    } while (page_token !== undefined)
    return found
  }, folder)
}

test('two thousand small files are uploaded in fewer than twenty requests', async ({
  openSignedIn,
  network,
}) => {
  const [tab] = await openSignedIn(1)
  await openManager(tab)
  await addFiles(tab, 'two thousand', Array(2000).fill(4000))
  const { files, bytes } = await settled(tab)
  expect(files).toMatchObject({ total: 2000, done: 2000, failed: 0 })
  expect(bytes.done).toBe(8_000_000)
  expect(network.calls('/drive/v1/uploads:bundle').length).toBeLessThan(20)
  const there = await filesIn(tab, 'two thousand')
  expect(there).toHaveLength(2000)
  expect(there.every(({ size }) => size === 4000)).toBe(true)
})

test('after a reload, an upload resumes and does not send finished files again', async ({
  openSignedIn,
  network,
}) => {
  const [tab] = await openSignedIn(1)
  const { page } = tab
  const sizes = [...Array<number>(50).fill(2000), 30_000_000]
  await openManager(tab)
  // The large file stops after its first pieces, as on a line that breaks.
  let pieces = 0
  await page.route('**/drive/v1/uploads/*/blocks/*', (route) =>
    pieces++ < 2 ? route.continue() : undefined,
  )
  await addFiles(tab, 'reloaded', sizes)
  await expect.poll(async () => (await summary(tab)).bytes.done).toBeGreaterThan(8_000_000)

  await page.reload()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await createClient(page, { origins: [network.origin] })
  await openManager(tab)
  const bundles = network.calls('/drive/v1/uploads:bundle').length
  await addFiles(tab, 'reloaded', sizes)
  const { files } = await settled(tab)
  expect(files).toMatchObject({ total: 51, done: 51, failed: 0, instant: 50 })
  expect(network.calls('/drive/v1/uploads')).toHaveLength(1)
  expect(network.calls('/drive/v1/uploads:bundle').length - bundles).toBeLessThanOrEqual(1)
  const there = await filesIn(tab, 'reloaded')
  expect(there.map(({ size }) => size).sort((a, b) => a - b)).toEqual(sizes)
  const left = await page.evaluate(() => awan.createIndexedDbJournal('uploads').list())
  expect(left).toEqual([])
})

test('uploads do not fail while the browser is offline, and resume when it is online again', async ({
  context,
  openSignedIn,
}) => {
  const [tab] = await openSignedIn(1)
  await openManager(tab)
  await tab.page.route('**/drive/v1/uploads/*/blocks/*', () => undefined)
  await addFiles(tab, 'cut', [...Array<number>(300).fill(3000), 9_000_000])
  await expect.poll(async () => (await summary(tab)).files.done).toBe(300)

  await context.setOffline(true)
  await expect.poll(async () => (await summary(tab)).halt?.kind).toBe('offline')
  await tab.page.unrouteAll({ behavior: 'ignoreErrors' })
  expect((await summary(tab)).files.failed).toBe(0)

  await context.setOffline(false)
  const { files, halt } = await settled(tab)
  expect({ files, halt }).toMatchObject({ files: { total: 301, done: 301, failed: 0 } })
  expect(halt).toBeUndefined()
})

test('directory handles, dropped files and file lists are read with their folder paths', async ({
  openSignedIn,
}) => {
  const [tab] = await openSignedIn(1)
  await openManager(tab)
  const paths = await tab.page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const trip = await root.getDirectoryHandle('trip', { create: true })
    await trip.getDirectoryHandle('empty', { create: true })
    const day = await trip.getDirectoryHandle('day 1', { create: true })
    for (const name of ['a.txt', 'b.txt']) {
      const writing = await (await day.getFileHandle(name, { create: true })).createWritable()
      await writing.write(name)
      await writing.close()
    }
    const transfer = new DataTransfer()
    transfer.items.add(new File(['dropped'], 'dropped.txt'))
    const found: string[] = []
    const folder = trip as unknown as Parameters<typeof awan.fromDirectoryHandle>[0]
    for await (const { path } of awan.fromDirectoryHandle(folder)) found.push(path)
    for await (const { path } of awan.fromDataTransfer(transfer)) found.push(path)
    for (const { path } of awan.fromFileList(transfer.files)) found.push(path)
    await uploads.add(awan.fromDirectoryHandle(folder))
    return found.sort()
  })
  expect(paths).toEqual([
    'dropped.txt',
    'dropped.txt',
    'trip/day 1/a.txt',
    'trip/day 1/b.txt',
    'trip/empty',
  ])
  expect((await settled(tab)).files).toMatchObject({ total: 3, done: 3 })
  expect((await filesIn(tab, 'trip')).map(({ name }) => name)).toEqual(['day 1', 'empty'])
})

test('a worker uploads with the session of its page, and asks the page about taken names', async ({
  openSignedIn,
  network,
}) => {
  const [tab] = await openSignedIn(1)
  await tab.page.evaluate(
    async (origins) => {
      const worker = new Worker('/upload-worker.js', { type: 'module' })
      const options = { origins, journal: 'uploads of the worker' }
      const uploads = awan.connectUploads(worker, client, options)
      Object.assign(globalThis, { worker, uploads })
      const entry = (name: string) => ({
        path: `by worker/${name}`,
        source: new File([name], name),
      })
      const entries = Array.from({ length: 700 }, (_, index) => entry(`${index}.txt`))
      await uploads.add(entries)
      await uploads.settled()
    },
    [network.origin],
  )
  expect((await summary(tab)).files).toMatchObject({ total: 700, done: 700 })

  // The token that the page gives is refused: it gets another one, and the worker continues.
  let refusals = 1
  network.spoil('/drive/v1/uploads:bundle', async (exchange) => {
    if (refusals-- <= 0) return pass(exchange)
    const body = JSON.stringify({ error: 'unauthenticated', error_code: 16, error_description: '' })
    return send(exchange.response, { status: 401, headers: JSON_HEADERS, body })
  })
  const { files, rows, asked } = await tab.page.evaluate(async () => {
    const asked: string[] = []
    const source = new File(['another'], '1.txt')
    await uploads.add([{ path: 'by worker/1.txt', source }], {
      conflict: ({ path }) => {
        asked.push(path)
        return { rule: 'rename' }
      },
    })
    const { files } = await uploads.settled()
    return { files, rows: await uploads.window(699, 5), asked }
  })
  expect(files).toMatchObject({ total: 701, done: 701 })
  expect(asked).toEqual(['by worker/1.txt'])
  expect(rows.map(({ path, state }) => `${path} ${state}`)).toEqual([
    'by worker/699.txt done',
    'by worker/1.txt done',
  ])
  expect(await filesIn(tab, 'by worker')).toHaveLength(701)
})
