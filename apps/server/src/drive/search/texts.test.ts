import { describe, expect, test } from 'vitest'
import { handOverDrive } from '../account-files/hand-over-drive.ts'
import { removeDrive } from '../account-files/remove-drive.ts'
import { UNUSED_GRACE_MS } from '../contents/collect.ts'
import { onEachDrive, type TestDrive } from '../testing.ts'
import type { SearchQuestion } from './search-question.ts'

onEachDrive((open) => {
  const write = (drive: TestDrive, name: string, content: string | Buffer, sub = 'ana') => {
    drive.clock.advance(1)
    return drive.upload(sub, name, Buffer.from(content), { conflict: 'replace' })
  }

  /** As the server does by itself, a minute later at most. */
  async function index(drive: TestDrive) {
    await drive.cleanUp()
    await drive.runner.run()
  }

  const find = async (drive: TestDrive, text: string, more: Partial<SearchQuestion> = {}) => {
    const question = { filter: {}, ...more, text }
    return (await drive.search.find('ana', question, { size: 50, token: undefined })).hits
  }
  const names = async (...args: Parameters<typeof find>) =>
    (await find(...args)).map(({ node }) => node.name)

  const countRows = ({ db }: TestDrive) =>
    db.read(async (r) => ({
      queue: (await r.selectFrom('text_queue').selectAll().execute()).length,
      texts: (await r.selectFrom('texts').selectAll().execute()).length,
      terms: (await r.selectFrom('text_terms').selectAll().execute()).length,
    }))

  test("a word in a file's text is found, with a snippet and its highlights", async () => {
    const drive = await open()
    const filler = 'lorem ipsum dolor '.repeat(200)
    await write(drive, 'notes.md', `# Trip\n${filler}\nThe Übernachtung in the hotel\n${filler}`)
    await write(drive, 'other.txt', 'nothing of that')
    expect(await find(drive, 'ubernacht')).toEqual([])
    await index(drive)
    const [hit, ...rest] = await find(drive, 'ubernacht')
    expect(rest).toEqual([])
    expect(hit).toMatchObject({ match: 'text', node: { name: 'notes.md' }, highlights: [] })
    const { text = '', highlights = [] } = hit?.snippet ?? {}
    expect(text).toContain('The Übernachtung in the hotel')
    expect(highlights.map(({ start, end }) => text.slice(start, end))).toEqual(['Übernacht'])
  })

  test('a file that matches by name and by text is listed once, as a match by name', async () => {
    const drive = await open()
    await write(drive, 'a.txt', 'about whales')
    await write(drive, 'whales.txt', 'whales whales')
    await write(drive, 'narwhales.txt', 'small whales')
    await index(drive)
    const found = (await find(drive, 'whales')).map(({ node, match }) => [node.name, match])
    expect(found).toEqual([
      ['whales.txt', 'exact'],
      ['a.txt', 'text'],
      ['narwhales.txt', 'inside'],
    ])
    expect(await names(drive, 'whales', { in: 'name' })).toEqual(['whales.txt', 'narwhales.txt'])
    const inTexts = await names(drive, 'whales', { in: 'text' })
    expect(inTexts).toEqual(['narwhales.txt', 'whales.txt', 'a.txt'])
    const { snippet } = (await find(drive, 'whales', { in: 'text' }))[1] ?? {}
    expect(snippet?.highlights).toHaveLength(2)
  })

  test('text search handles scripts without spaces, UTF-16 and several words', async () => {
    const drive = await open()
    await write(drive, 'zh.txt', '我们昨天在海边的餐厅吃饭')
    await write(drive, 'ko.md', '지난주 회의록을 보냈습니다')
    await write(drive, 'wide.txt', Buffer.from('\ufeffharbour and 港口', 'utf16le'))
    await write(drive, 'code.ts', 'export function searchName(harbour: string) { return 42 }')
    await write(drive, 'picture.txt', Buffer.from('harbour\0\u0001'))
    await write(drive, 'harbour.jpg', 'harbour in a picture')
    await index(drive)
    expect(await names(drive, '海边的餐')).toEqual(['zh.txt'])
    expect(await names(drive, '餐')).toEqual(['zh.txt'])
    expect(await names(drive, '회의')).toEqual(['ko.md'])
    expect(await names(drive, '港口')).toEqual(['wide.txt'])
    expect((await find(drive, '港口'))[0]?.snippet?.text).toBe('harbour and 港口')
    expect(await names(drive, 'harb 港', { in: 'text' })).toEqual(['wide.txt'])
    expect(await names(drive, 'func harbour', { in: 'text' })).toEqual(['code.ts'])
    expect(await names(drive, 'harbour', { in: 'text' })).toEqual(['code.ts', 'wide.txt'])
    expect(await names(drive, '🎉', { in: 'text' })).toEqual([])
  })

  test('only the current text of a file is found, and copies are not indexed again', async () => {
    const drive = await open()
    const { id } = await write(drive, 'notes.md', 'the old harbour')
    await index(drive)
    await drive.tasks.begin('ana', 'copy', { ids: [id], parentId: 'root', conflict: 'rename' })
    expect(await names(drive, 'harbour')).toEqual(['notes (2).md', 'notes.md'])
    await write(drive, 'notes.md', 'a new lighthouse')
    expect(await names(drive, 'harbour')).toEqual(['notes (2).md'])
    await index(drive)
    expect(await names(drive, 'lighthouse')).toEqual(['notes.md'])
    expect((await countRows(drive)).texts).toBe(2)
    await drive.nodes.update('ana', id, { name: 'renamed.md', conflict: 'fail' })
    expect(await names(drive, 'lighthouse')).toEqual(['renamed.md'])
  })

  test('filters, folders and the trash apply to text hits', async () => {
    const drive = await open()
    const folder = { parentId: 'root', name: 'a', conflict: 'fail' } as const
    const a = await drive.nodes.createFolder('ana', folder)
    const inside = await drive.upload('ana', 'in.md', Buffer.from('harbour'), { parentId: a.id })
    await write(drive, 'top.md', 'harbour on top')
    await write(drive, 'bens.md', 'harbour of ben', 'ben')
    await index(drive)
    expect(await names(drive, 'harbour')).toEqual(['top.md', 'in.md'])
    expect(await names(drive, 'harbour', { parentId: a.id })).toEqual(['in.md'])
    expect(await names(drive, 'harbour', { filter: { sizeMax: 8 } })).toEqual(['in.md'])
    expect(await names(drive, 'harbour', { filter: { kind: 'folder' } })).toEqual([])
    await drive.tasks.begin('ana', 'trash', { ids: [a.id] })
    expect(await names(drive, 'harbour')).toEqual(['top.md'])
    await drive.tasks.begin('ana', 'delete', { ids: [a.id] })
    expect(await names(drive, 'harbour')).toEqual(['top.md'])
    expect(inside.kind).toBe('file')
  })

  test('the terms of a text are removed with its content', async () => {
    const drive = await open()
    const { id } = await write(drive, 'notes.md', 'the old harbour')
    await index(drive)
    expect(await countRows(drive)).toEqual({ queue: 0, texts: 1, terms: 3 })
    await drive.tasks.begin('ana', 'delete', { ids: [id] })
    drive.clock.advance(UNUSED_GRACE_MS + 1)
    await drive.cleanUp()
    expect(await countRows(drive)).toEqual({ queue: 0, texts: 0, terms: 0 })
  })

  test('the texts of a merged drive are found in the other drive; a removed drive leaves no terms', async () => {
    const drive = await open()
    await write(drive, 'phone.md', 'harbour by phone', 'AMS=1')
    await write(drive, 'own.md', 'own harbour')
    await index(drive)
    await write(drive, 'late.md', 'late harbour', 'AMS=1')
    const move = { from: 'AMS=1', to: 'ana', folderName: 'Phone' }
    await drive.db.write((writer) => handOverDrive(drive, writer, move))
    await index(drive)
    expect(await names(drive, 'harbour')).toEqual(['late.md', 'own.md', 'phone.md'])
    expect((await countRows(drive)).texts).toBe(3)
    await write(drive, 'waiting.md', 'harbour')
    await removeDrive(drive, 'ana')
    expect(await countRows(drive)).toEqual({ queue: 0, texts: 0, terms: 0 })
  })

  describe('the indexing task', () => {
    const manyWords = (from: number) =>
      Array.from({ length: 1200 }, (_, n) => `w${(from + n).toString(36)}q`).join(' ')

    test('the indexing task works in steps and reports its progress', async () => {
      const drive = await open()
      await write(drive, 'long.txt', manyWords(100_000))
      await write(drive, 'short.txt', 'the harbour')
      const { id } = await drive.tasks.begin('ana', 'index', {})
      expect((await drive.tasks.get('ana', id)).phase).toBe('pending')
      await drive.stepOnce()
      expect(await drive.tasks.get('ana', id)).toMatchObject({ phase: 'running', total: 2 })
      drive.clock.advance(60_001)
      await drive.runner.run()
      const task = await drive.tasks.get('ana', id)
      expect(task).toMatchObject({ phase: 'complete', done: 2, total: 2 })
      expect(await names(drive, 'harbour')).toEqual(['short.txt'])
      expect(await names(drive, `w${(101_199).toString(36)}q`)).toEqual(['long.txt'])
      expect((await countRows(drive)).queue).toBe(0)
    })

    test('a cancelled indexing task leaves the rest unindexed; later files are indexed', async () => {
      const drive = await open()
      await write(drive, 'early.txt', 'early harbour')
      const { id } = await drive.tasks.begin('ana', 'index', {})
      await drive.tasks.cancel('ana', id)
      await drive.runner.run()
      expect((await drive.tasks.get('ana', id)).phase).toBe('cancelled')
      await write(drive, 'late.txt', 'late harbour')
      await index(drive)
      expect(await names(drive, 'harbour')).toEqual(['late.txt'])
    })
  })
})
