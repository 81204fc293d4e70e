import { describe, expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { handOverDrive } from '../account-files/hand-over-drive.ts'
import { removeDrive } from '../account-files/remove-drive.ts'
import { plantedNode } from '../nodes/testing.ts'
import { insertNodes } from '../nodes/tree.ts'
import { joinDrive, refusal, type TestDrive } from '../testing.ts'
import type { SearchQuestion } from './search-question.ts'
import { orphanedTerms } from './testing.ts'

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())
  const folder = ({ nodes }: TestDrive, name: string, parentId = 'root', sub = 'ana') =>
    nodes.createFolder(sub, { parentId, name, conflict: 'fail' })

  /** Each a moment after the one before. */
  async function make(drive: TestDrive, names: readonly string[], parentId = 'root') {
    for (const name of names) {
      drive.clock.advance(1)
      await drive.upload('ana', name, Buffer.from(name), { parentId })
    }
  }

  async function find(
    { search }: TestDrive,
    text: string,
    question: Partial<SearchQuestion> = {},
    sub = 'ana',
  ) {
    const asked = { filter: {}, ...question, text }
    return search.find(sub, asked, { size: 50, token: undefined })
  }

  const names = async (...args: Parameters<typeof find>) =>
    (await find(...args)).hits.map(({ node }) => node.name)

  describe('order of hits', () => {
    test('exact names come first, then names that start with the query, then words, then parts of words; the latest first in each', async () => {
      const drive = await open()
      await make(drive, [
        'report.txt',
        'reporting 1.txt',
        'my report 1.txt',
        'unreported.txt',
        'Report',
        'other.txt',
        'reporting 2.txt',
        'my_report 2.txt',
        'misreport.md',
      ])
      const { hits } = await find(drive, 'report')
      expect(hits.map(({ node, match }) => [node.name, match])).toEqual([
        ['Report', 'exact'],
        ['report.txt', 'exact'],
        ['reporting 2.txt', 'start'],
        ['reporting 1.txt', 'start'],
        ['my_report 2.txt', 'word'],
        ['my report 1.txt', 'word'],
        ['misreport.md', 'inside'],
        ['unreported.txt', 'inside'],
      ])
    })

    test('a file with new content counts as the latest', async () => {
      const drive = await open()
      await make(drive, ['a 1', 'a 2'])
      expect(await names(drive, 'a')).toEqual(['a 2', 'a 1'])
      drive.clock.advance(1)
      await drive.upload('ana', 'a 1', Buffer.from('new'), { conflict: 'replace' })
      expect(await names(drive, 'a')).toEqual(['a 1', 'a 2'])
      expect(await orphanedTerms(drive)).toEqual([])
    })

    test('several words match in any order, and a file extension matches with or without its dot', async () => {
      const drive = await open()
      await make(drive, ['Budget of the year 2024.xlsx', 'Year.xlsx', 'budget.md'])
      for (const text of ['2024 budg', 'year bud', 'budget 24', 'xls year budg']) {
        expect(await names(drive, text), text).toEqual(['Budget of the year 2024.xlsx'])
      }
      for (const text of ['budget.md', 'budget md', 'BUDGET.M']) {
        expect((await names(drive, text))[0], text).toBe('budget.md')
      }
    })
  })

  test.each([
    ['会议', '会议记录.docx'],
    ['记录', '会议记录.docx'],
    ['议', '会议记录.docx'],
    ['第2章', '小说 第2章.txt'],
    ['회의', '주간 회의록.hwp'],
    ['의록', '주간 회의록.hwp'],
    ['ประจำ', 'รายงานประจำปี.pdf'],
    ['ジェクト', 'プロジェクト計画.md'],
    ['計画', 'プロジェクト計画.md'],
    ['creme', 'Crème brûlée.txt'],
    ['BRÛL', 'Crème brûlée.txt'],
    ['strasse', 'Straßenkarte.png'],
    ['елка', 'Ёлка.jpg'],
    ['हिन्', 'मेरी हिन्दी.txt'],
    ['🎉', '🎉 party.png'],
    ['20240131', 'IMG20240131_1.jpg'],
    ['img2024', 'IMG20240131_1.jpg'],
  ])('the query %s finds %s', async (text, name) => {
    const drive = await open()
    await make(drive, [name, 'other.bin', '别的.zip'])
    expect(await names(drive, text)).toEqual([name])
    const { hits } = await find(drive, text)
    const marked = hits[0]?.highlights.map(({ start, end }) => name.slice(start, end)).join('')
    expect(marked?.normalize('NFKD').length).toBeGreaterThan(0)
  })

  test('highlights mark the matching parts of the original name', async () => {
    const drive = await open()
    await make(drive, ['Straßen und Übersicht.pdf'])
    const { hits } = await find(drive, 'ubers strass')
    const marked = hits[0]?.highlights.map(({ start, end }) => hits[0]?.node.name.slice(start, end))
    expect(marked).toEqual(['Straß', 'Übers'])
  })

  test.each(['"', '*', '%', '_', "'", '\\', '"a" NEAR b', "'; drop table nodes; --", 'a*', 'NOT'])(
    'the query %s is searched literally, not as query syntax',
    async (text) => {
      const drive = await open()
      await make(drive, ['plain.txt', 'zebra.txt'])
      expect(await names(drive, text)).toEqual([])
    },
  )

  test('each filter narrows the hits, with and without words', async () => {
    const drive = await open()
    await make(drive, ['sea.jpg', 'sea.txt', 'seat'])
    const sea = await folder(drive, 'sea')
    const [jpg] = (await find(drive, 'sea.jpg')).hits
    await drive.nodes.update('ana', jpg?.node.id ?? '', {
      isStarred: true,
      tags: ['trip'],
      modifiedAt: 1_000,
      conflict: 'fail',
    })
    const cases: [SearchQuestion['filter'], string[]][] = [
      [{ kind: 'folder' }, ['sea']],
      [{ kind: 'file' }, ['sea.jpg', 'sea.txt', 'seat']],
      [{ typeGroup: 'image' }, ['sea.jpg']],
      [{ typeGroup: 'document' }, ['sea.txt']],
      [{ typeGroup: 'image', kind: 'folder' }, []],
      [{ sizeMin: 7 }, ['sea.jpg', 'sea.txt']],
      [{ sizeMax: 4 }, ['seat']],
      [{ modifiedBefore: 1_000 }, ['sea.jpg']],
      [{ modifiedAfter: 1_001 }, ['sea', 'sea.txt', 'seat']],
      [{ starred: true }, ['sea.jpg']],
      [{ starred: false, kind: 'file' }, ['sea.txt', 'seat']],
      [{ tag: 'trip' }, ['sea.jpg']],
      [{ tag: 'nothing' }, []],
    ]
    for (const [filter, expected] of cases) {
      for (const text of ['sea', '']) {
        const found = await names(drive, text, { filter })
        expect(found.sort(), `${text} ${JSON.stringify(filter)}`).toEqual(expected)
      }
    }
    expect(sea.kind).toBe('folder')
  })

  test('a search in a folder finds files at any depth, each with its path', async () => {
    const drive = await open()
    const a = await folder(drive, 'a')
    let deep = a
    for (let depth = 0; depth < 20; depth++) deep = await folder(drive, `d${depth}`, deep.id)
    const b = await folder(drive, 'b')
    await make(drive, ['sea 1'], deep.id)
    await make(drive, ['sea 2'], b.id)
    await make(drive, ['sea 3'])
    expect(await names(drive, 'sea')).toEqual(['sea 3', 'sea 2', 'sea 1'])
    expect(await names(drive, 'sea', { parentId: a.id })).toEqual(['sea 1'])
    expect(await names(drive, 'sea', { parentId: deep.id })).toEqual(['sea 1'])
    expect(await names(drive, 'sea', { parentId: 'root' })).toHaveLength(3)
    expect(await names(drive, '', { parentId: b.id })).toEqual(['sea 2'])
    const [hit] = (await find(drive, 'sea 1')).hits
    expect(hit?.path.map(({ name }) => name).slice(0, 3)).toEqual(['', 'a', 'd0'])
    expect(hit?.path).toHaveLength(22)
    expect(await refusal(find(drive, 'sea', { parentId: hit?.node.id ?? '' }))).toBe(
      'invalid_argument',
    )
  })

  test('a search finds nothing in the trash or in another drive', async () => {
    const drive = await open()
    const a = await folder(drive, 'a')
    await make(drive, ['sea in a'], a.id)
    await make(drive, ['sea on top', 'sea that stays'])
    await drive.upload('ben', 'sea of ben', Buffer.from('x'))
    const bens = await folder(drive, 'b', 'root', 'ben')
    const top = (await find(drive, 'sea on')).hits[0]?.node.id ?? ''
    await drive.tasks.begin('ana', 'trash', { ids: [a.id, top] })
    for (const text of ['sea', 'ea', '']) {
      expect(await names(drive, text), text).toEqual(['sea that stays'])
    }
    expect(await refusal(find(drive, 'sea', { parentId: bens.id }))).toBe('not_found')
    expect(await names(drive, 'sea', { parentId: a.id })).toEqual([])
    await drive.tasks.begin('ana', 'delete', { ids: [a.id, top] })
    await drive.runner.run()
    expect(await names(drive, 'sea')).toEqual(['sea that stays'])
    expect(await names(drive, 'sea', {}, 'ben')).toEqual(['sea of ben'])
    expect(await orphanedTerms(drive)).toEqual([])
  })

  test('a new name is found immediately after a rename or copy, and the old one no longer', async () => {
    const drive = await open()
    await make(drive, ['sea.txt'])
    const id = (await find(drive, 'sea')).hits[0]?.node.id ?? ''
    await drive.nodes.update('ana', id, { name: 'mountain lake.txt', conflict: 'fail' })
    expect(await names(drive, 'sea')).toEqual([])
    expect(await names(drive, 'lake')).toEqual(['mountain lake.txt'])
    await drive.tasks.begin('ana', 'copy', { ids: [id], parentId: 'root', conflict: 'rename' })
    expect(await names(drive, 'lake')).toHaveLength(2)
    expect(await orphanedTerms(drive)).toEqual([])
  })

  test('nodes without search terms are indexed by the next clean-up', async () => {
    const drive = await open()
    const { id, root_id } = await drive.drives.of('ana')
    const rows = Array.from({ length: 450 }, (_, n) =>
      plantedNode({
        drive_id: id,
        id: `old${n}`,
        parent_id: root_id,
        kind: 'file',
        name: `old ${n}`,
        now: n,
      }),
    )
    await drive.db.write((w) => w.insertInto('nodes').values(rows).execute())
    expect(await names(drive, 'old')).toEqual([])
    await drive.cleanUp()
    const found = (await names(drive, 'old 44')).filter((name) => name.startsWith('old 44'))
    expect(found).toHaveLength(11)
    expect(await orphanedTerms(drive)).toEqual([])
  })

  test('the files of a merged drive are found in the other drive; a removed drive leaves no search terms', async () => {
    const drive = await open()
    await drive.upload('AMS=1', 'sea.txt', Buffer.from('b'))
    await make(drive, ['own.txt'])
    const move = { from: 'AMS=1', to: 'ana', folderName: 'Phone' }
    await drive.db.write((writer) => handOverDrive(drive, writer, move))
    expect(await names(drive, 'sea')).toEqual(['sea.txt'])
    expect(await names(drive, 'phone')).toEqual(['Phone'])
    expect(await orphanedTerms(drive)).toEqual([])
    await removeDrive(drive, 'ana')
    expect(await drive.db.read((r) => r.selectFrom('name_terms').selectAll().execute())).toEqual([])
  })

  describe('pages of hits', () => {
    async function pages(
      { search }: TestDrive,
      question: SearchQuestion,
      size: number,
      between: () => Promise<unknown> = async () => undefined,
    ) {
      const found: string[] = []
      let token: string | undefined
      do {
        const page = await search.find('ana', question, { size, token })
        expect(page.hits.length).toBeLessThanOrEqual(size)
        found.push(...page.hits.map(({ node }) => node.id))
        token = page.nextPageToken
        await between()
      } while (token !== undefined)
      return found
    }

    /** So many that they are not put in order one by one, in many folders, some in the trash. */
    async function plantMany(drive: TestDrive, count: number, nameOf = anyOfTexts) {
      const { id, root_id } = await drive.drives.of('ana')
      const base = { drive_id: id, kind: 'file' } as const
      const rows = Array.from({ length: count }, (_, n) =>
        plantedNode({
          ...base,
          id: `n${n}`,
          parent_id: root_id,
          name: nameOf(n),
          now: n,
        }),
      )
      for (let at = 0; at < count; at += 400) {
        const some = rows.slice(at, at + 400)
        await drive.db.write((w) => insertNodes(w, some))
      }
    }
    const TEXTS = ['img', 'my img', 'himg', 'other']
    const anyOfTexts = (n: number) => `${TEXTS[n % 4]} ${n}`

    test('paging gives every hit once and in order during concurrent writes', async () => {
      const drive = await open()
      await plantMany(drive, 12_000)
      const question = { text: 'im', filter: {} }
      let n = 0
      const found = await pages(drive, question, 200, async () => {
        n++
        if (n % 7 === 0) await make(drive, [`img new ${n}`])
      })
      const planted = found.filter((id) => id.startsWith('n'))
      expect(new Set(planted).size).toBe(planted.length)
      expect(planted).toHaveLength(9_000)
      const classOf = (id: string) => Number(id.slice(1)) % 4
      const classes = planted.map(classOf)
      expect(classes).toEqual(classes.toSorted())
      expect(planted.slice(0, 2)).toEqual(['n11996', 'n11992'])
    })

    test('a search for two common words that hardly meet is answered in short pages, sooner the rarer one of them is', async () => {
      const drive = await open()
      const common = (n: number) => (n % 4 === 0 ? `blue ${n}` : `a red ${n}`)
      await plantMany(drive, 24_000, (n) => (n === 9 ? 'blue and red' : common(n)))
      const countPages = async (text: string) => {
        let count = 0
        const found = await pages(drive, { text, filter: {}, in: 'name' }, 50, async () => {
          count++
        })
        expect(found).toEqual(['n9'])
        return count
      }
      const pagesOfBlue = await countPages('red blue')
      expect(pagesOfBlue).toBeGreaterThan(1)
      expect(pagesOfBlue).toBeLessThan(6)
    })

    test('a page token is rejected in any other search', async () => {
      const drive = await open()
      await make(drive, ['sea 1', 'sea 2'])
      const page = { size: 1, token: undefined }
      const { nextPageToken: token } = await drive.search.find(
        'ana',
        { text: 'sea', filter: {} },
        page,
      )
      for (const [question, given] of [
        [{ text: 'se', filter: {} }, token],
        [{ text: 'sea', filter: { kind: 'file' } }, token],
        [{ text: 'sea', filter: {} }, 'nonsense'],
      ] as const) {
        const asked = drive.search.find('ana', question, { size: 1, token: given })
        expect(await refusal(asked)).toBe('invalid_argument')
      }
    })
  })
})
