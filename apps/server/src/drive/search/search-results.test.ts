import { MAX_SORTED_HITS } from '@awan/protocol'
import { expect, test } from 'vitest'
import { expectError } from '../../blobs/testing.ts'
import { systemRandom } from '../../kernel/id.ts'
import { createGrants } from '../access/grants.ts'
import { createContentReader } from '../contents/content-reader.ts'
import { insertManyFiles } from '../nodes/testing.ts'
import { onEachDrive, type TestDrive } from '../testing.ts'
import { MAX_SIMILAR } from './gather.ts'
import { createSearch } from './search.ts'
import type { SearchQuestion } from './search-question.ts'

onEachDrive((open) => {
  const put = (drive: TestDrive, name: string, bytes = 3, parentId?: string) => {
    drive.clock.advance(1)
    return drive.upload('ana', name, Buffer.alloc(bytes, 'a'), parentId ? { parentId } : {})
  }
  const page = { size: 50, token: undefined }
  const question = (text: string, more: Partial<SearchQuestion> = {}) => ({
    filter: {},
    ...more,
    text,
  })
  const find = async (drive: TestDrive, text: string, more: Partial<SearchQuestion> = {}) =>
    (await drive.search.find('ana', question(text, more), page)).hits
  const names = async (...args: Parameters<typeof find>) =>
    (await find(...args)).map(({ node }) => node.name)
  const folder = (drive: TestDrive, name: string) =>
    drive.nodes.createFolder('ana', { parentId: 'root', name, conflict: 'fail' })

  test('a name with a typo is found after exact ones, and says that it is only similar', async () => {
    const drive = await open()
    await put(drive, 'Annual report.pdf')
    await put(drive, 'Reprot of the crew.txt')
    await put(drive, 'Übernachtung.txt')
    await put(drive, 'port.txt')
    const found = (await find(drive, 'reprot')).map(({ node, match }) => [node.name, match])
    expect(found).toEqual([
      ['Reprot of the crew.txt', 'start'],
      ['Annual report.pdf', 'similar'],
    ])
    const [, hit] = await find(drive, 'reprot')
    const marked = hit?.highlights.map(({ start, end }) => hit.node.name.slice(start, end))
    expect(marked).toEqual(['report'])
    expect(await names(drive, 'anual reprot')).toEqual(['Annual report.pdf'])
    expect(await names(drive, 'anual repxxt')).toEqual([])
    expect(await names(drive, 'Ubernahctumg')).toEqual(['Übernachtung.txt'])
    expect(await names(drive, 'pxrt', { in: 'text' })).toEqual([])
    expect(await names(drive, 'pxrt')).toEqual(['port.txt'])
    expect(await names(drive, 'pxr')).toEqual([])
  })

  test('similar names are shown only where little else is found, and pass the filters', async () => {
    const drive = await open()
    const a = await folder(drive, 'a')
    for (let at = 0; at < 5; at++) await put(drive, `harbour ${at}.txt`)
    await put(drive, 'harbuor.txt')
    await put(drive, 'harbuors below.txt', 3, a.id)
    expect(await names(drive, 'harbour')).toHaveLength(5)
    expect(await names(drive, 'harbour', { parentId: a.id })).toEqual(['harbuors below.txt'])
    expect(await names(drive, 'harbuors')).toHaveLength(2 + 5)
    expect(await names(drive, 'harbour', { filter: { kind: 'folder' } })).toEqual([])
    await drive.tasks.begin('ana', 'trash', { ids: [a.id] })
    expect(await names(drive, 'harbours')).not.toContain('harbuors below.txt')
  })

  test('a count has as many similar names as a list shows', async () => {
    const drive = await open()
    for (let at = 0; at <= MAX_SIMILAR; at++) await put(drive, `harbour ${at}.txt`)
    const { hits, nextPageToken } = await drive.search.find('ana', question('harbuor'), page)
    expect([hits.length, nextPageToken]).toEqual([MAX_SIMILAR, undefined])
    const count = await drive.search.count('ana', question('harbuor'))
    expect(count).toEqual({ count: MAX_SIMILAR, isComplete: true })
  })

  test('in somebody else’s drive, similar names are looked for only in what is shared', async () => {
    const drive = await open()
    const shared = await folder(drive, 'shared')
    await put(drive, 'lighthouse in it.txt', 3, shared.id)
    await put(drive, 'lighthouse hidden.txt')
    const { id } = await drive.drives.of('ana')
    const ben = { kind: 'person', sub: 'ben' } as const
    const grants = createGrants({ ...drive, random: systemRandom })
    await grants.create(await drive.as('ana'), { nodeId: shared.id, grantee: ben, role: 'viewer' })
    const access = { driveId: id, actor: ben, right: 'view' } as const
    const search = createSearch({ ...drive, contents: createContentReader(drive) })
    const asked = question('lihgthouse')
    const { hits } = await search.find(access, asked, page)
    expect(hits.map(({ node }) => node.name)).toEqual(['lighthouse in it.txt'])
    expect(await search.count(access, asked)).toEqual({ count: 1, isComplete: true })
    const everywhere = await drive.searchEverywhere(ben, asked, page)
    expect(everywhere.hits.map(({ node, match }) => [node.name, match])).toEqual([
      ['lighthouse in it.txt', 'similar'],
    ])
  })

  test('hits are sorted by name, time or size, in pages that follow each other', async () => {
    const drive = await open()
    await put(drive, 'sea 10.txt', 5)
    await put(drive, 'sea 9.txt', 7)
    await folder(drive, 'sea')
    await put(drive, 'by the sea.txt', 6)
    await put(drive, 'lake.txt')
    const sorted = (orderBy: SearchQuestion['orderBy'], direction?: SearchQuestion['direction']) =>
      names(drive, 'sea', { orderBy, direction })
    expect(await sorted('name')).toEqual(['sea', 'by the sea.txt', 'sea 9.txt', 'sea 10.txt'])
    expect(await sorted('name', 'desc')).toEqual((await sorted('name')).reverse())
    expect((await sorted('size')).slice(0, 3)).toEqual([
      'sea 9.txt',
      'by the sea.txt',
      'sea 10.txt',
    ])
    expect((await sorted('modified'))[0]).toBe('by the sea.txt')
    const asked = question('sea', { orderBy: 'name' })
    const walked: string[] = []
    let token: string | undefined
    do {
      const part = await drive.search.find('ana', asked, { size: 1, token })
      walked.push(...part.hits.map(({ node }) => node.name))
      token = part.nextPageToken
      const other = question('sea', { orderBy: 'size' })
      if (token)
        await expectError(drive.search.find('ana', other, { size: 1, token }), 'invalid_argument')
    } while (token)
    expect(walked).toEqual(await sorted('name'))
  })

  test('hits are counted up to a limit', async () => {
    const drive = await open()
    await put(drive, 'sea.txt')
    await put(drive, 'the sea.txt')
    await put(drive, 'lake.txt')
    const count = (text: string) => drive.search.count('ana', question(text))
    expect(await count('sea')).toEqual({ count: 2, isComplete: true })
    expect(await count('nothing at all')).toEqual({ count: 0, isComplete: true })
    expect(await count('')).toEqual({ count: 3, isComplete: true })
    await insertManyFiles(drive.db, await drive.drives.of('ana'), MAX_SORTED_HITS + 5)
    await drive.cleanUp()
    expect(await count('')).toEqual({ count: MAX_SORTED_HITS, isComplete: false })
  })
})
