import { expect, onTestFinished, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { systemRandom } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import { createSetAlias } from '../access/aliases.ts'
import { createGrants, type Grantee } from '../access/grants.ts'
import { createTell } from '../inbox/tell.ts'
import { plantedNode } from '../nodes/testing.ts'
import { insertNodes } from '../nodes/tree.ts'
import { createTeamDrives } from '../team-drives/team-drives.ts'
import { joinDrive, refusal } from '../testing.ts'
import { everybody } from '../testing-access.ts'
import type { Hit } from './gather.ts'
import type { WideQuestion } from './search-everywhere.ts'

onEachDatabase((openDatabase) => {
  async function open() {
    const groups = new Map<string, string[]>()
    const people = {
      ...everybody,
      groupsOf: async (_: unknown, sub: string) => groups.get(sub) ?? [],
    }
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore(), { people })
    onTestFinished(() => drive.signals[Symbol.asyncDispose]())
    const grants = createGrants({ ...drive, random: systemRandom })
    const folder = (sub: string, name: string, parentId = 'root') =>
      drive.nodes.createFolder(sub, { parentId, name, conflict: 'fail' })
    const file = (sub: string, name: string, parentId = 'root') => {
      drive.clock.advance(1)
      return drive.upload(sub, name, Buffer.from(name), { parentId })
    }
    /** Twenty files at once. */
    const plant = (parentId: string, driveId: string, name: (n: number) => string) =>
      drive.db.write((writer) =>
        insertNodes(
          writer,
          Array.from({ length: 20 }, (_, n) =>
            plantedNode({
              drive_id: driveId,
              id: `${parentId}-${n}`,
              parent_id: parentId,
              kind: 'file',
              name: name(n),
              now: n,
            }),
          ),
        ),
      )
    const share = async (
      owner: string,
      nodeId: string,
      grantee: Grantee = { kind: 'person', sub: 'ben' },
      role: 'viewer' | 'drop' = 'viewer',
    ) => grants.create(await drive.as(owner), { nodeId, grantee, role })

    const page = (text: string, { size = 50, token }: { size?: number; token?: string } = {}) =>
      drive.searchEverywhere({ kind: 'person', sub: 'ben' }, { text, filter: {} }, { size, token })

    /** All pages, each as long as asked for at most. */
    async function all(question: Partial<WideQuestion>, size = 50) {
      const hits = []
      let pages = 0
      let token: string | undefined
      do {
        const asked = { text: '', filter: {}, ...question }
        const person = { kind: 'person', sub: 'ben' } as const
        const found = await drive.searchEverywhere(person, asked, { size, token })
        expect(found.hits.length).toBeLessThanOrEqual(size)
        hits.push(...found.hits)
        token = found.nextPageToken
        pages++
      } while (token !== undefined)
      return { hits, names: hits.map(({ node }) => node.name), pages }
    }
    return { drive, grants, groups, folder, file, plant, share, page, all }
  }

  test('one search finds what is in the own drive, shared directly, through a group and in a team drive, the best match first', async () => {
    const { drive, grants, groups, folder, file, share, all } = await open()
    const own = await file('ben', 'my report.txt')
    const outer = await folder('ana', 'outer')
    const shared = await folder('ana', 'shared', outer.id)
    const exact = await file('ana', 'report.txt', shared.id)
    await file('ana', 'report, hidden.txt', outer.id)
    await share('ana', shared.id)
    groups.set('ben', ['choir'])
    const songs = await folder('eva', 'reports of the choir')
    await share('eva', songs.id, { kind: 'group', groupId: 'choir' })
    const team = await createTeamDrives({
      ...drive,
      grants,
      tell: createTell(drive),
      random: systemRandom,
    }).create({ name: 'Team', managerSub: 'ben', quotaBytes: undefined }, async () => undefined)
    const inTeam = await drive.nodes.createFolder(
      { driveId: team.id, actor: { kind: 'person', sub: 'ben' }, right: 'own' },
      { parentId: 'root', name: 'unreported', conflict: 'fail' },
    )
    await file('kai', 'report of nobody.txt')

    const { hits } = await all({ text: 'report' })
    const ana = await drive.drives.of('ana')
    const eva = await drive.drives.of('eva')
    const ben = await drive.drives.of('ben')
    const found = hits.map(({ driveId, node, match, path }) => ({
      driveId,
      id: node.id,
      match,
      path: path.map(({ name }) => name),
    }))
    expect(found).toEqual([
      { driveId: ana.id, id: exact.id, match: 'exact', path: ['shared'] },
      { driveId: eva.id, id: songs.id, match: 'start', path: [] },
      { driveId: ben.id, id: own.id, match: 'word', path: [''] },
      { driveId: team.id, id: inTeam.id, match: 'inside', path: [''] },
    ])
  })

  test('pages of any size hold each hit once, in the same order, also when access to a drive ends between two pages', async () => {
    const { drive, grants, folder, file, share, page, all } = await open()
    const ended = []
    for (const sub of ['ben', 'ana', 'eva', 'kai']) {
      const { id } = await folder(sub, `notes of ${sub}`)
      for (const name of ['note', 'note 1', 'my note', 'footnote']) await file(sub, name, id)
      if (sub !== 'ben') ended.push({ sub, grant: await share(sub, id) })
    }
    const { names } = await all({ text: 'note' })
    expect(names).toHaveLength(20)
    for (const size of [1, 3]) expect((await all({ text: 'note' }, size)).names).toEqual(names)
    expect((await all({ text: '' }, 3)).names).toHaveLength(20)
    expect(
      (await all({ text: 'note', in: 'name', filter: { kind: 'folder' } })).names,
    ).toHaveLength(4)

    const first = await page('note', { size: 2 })
    const [{ driveId = '' } = {}] = first.hits.slice(-1)
    for (const { sub, grant } of ended) {
      const access = await drive.as(sub)
      if (access.driveId === driveId) await grants.revoke(access, grant.id)
    }
    const rest = await page('note', { token: first.nextPageToken ?? '' })
    expect(rest.hits.some((hit) => hit.driveId === driveId)).toBe(false)
    expect(first.hits.length + rest.hits.length).toBe(names.length - 4)
  })

  test('hidden, trashed and others’ dropped files are neither found nor counted, whatever the size of a page', async () => {
    const { drive, folder, file, plant, share, all, page } = await open()
    const shared = await folder('ana', 'shared')
    const thrown = await file('ana', 'secret trashed', shared.id)
    await drive.tasks.begin('ana', 'trash', { ids: [thrown.id] })
    const { root_id: rootId } = await drive.drives.of('ana')
    await plant(rootId, shared.drive_id, (n) => `secret ${n}`)
    await share('ana', shared.id)
    const box = await folder('eva', 'box')
    await file('eva', 'secret of eva', box.id)
    await share('eva', box.id, undefined, 'drop')
    for (const text of ['secret', 'secret 1', 'ecre', 'secret trashed', 'secret of eva']) {
      for (const size of [1, 50]) {
        const { hits, pages } = await all({ text }, size)
        expect({ text, hits, pages }).toEqual({ text, hits: [], pages: 1 })
      }
    }
    const { id } = await file('ana', 'secret seen', shared.id)
    expect((await page('secret', { size: 1 })).hits.map(({ node }) => node.id)).toEqual([id])
  })

  test.each([0, 24, 30])(
    'with %i other drives, an answer is the same whether or not hidden files have the word',
    async (others) => {
      const { drive, folder, file, share, page } = await open()
      for (let n = 0; n < others; n++) {
        const { id } = await folder(`owner${n}`, `secret ${n}`)
        await share(`owner${n}`, id)
      }
      const seen = await file('ana', 'seen.txt')
      await share('ana', seen.id)
      /** The hits of each page, up to the last. */
      const pages = async () => {
        const found: string[][] = []
        let token: string | undefined
        do {
          const { hits, nextPageToken } = await page('secret', token === undefined ? {} : { token })
          found.push(hits.map(({ node }) => node.id))
          token = nextPageToken
        } while (token !== undefined)
        return found
      }
      const before = await pages()
      await file('ana', 'secret')
      await drive.upload('ana', 'other.md', Buffer.from('the secret is in the text'))
      await drive.cleanUp()
      await drive.runner.run()
      expect(await pages()).toEqual(before)
      expect(before.flat()).toHaveLength(others)
    },
  )

  test('a text is found in a shared folder, with its snippet, and not beside the folder', async () => {
    const { drive, folder, share, all } = await open()
    const shared = await folder('ana', 'shared')
    const words = Buffer.from('We stayed at the lighthouse')
    const inside = await drive.upload('ana', 'a.md', words, { parentId: shared.id })
    await drive.upload('ana', 'b.md', Buffer.from('the other lighthouse'))
    await share('ana', shared.id)
    await drive.cleanUp()
    await drive.runner.run()
    const { hits } = await all({ text: 'lightho' })
    expect(hits.map(({ node, snippet }) => [node.id, snippet?.text])).toEqual([
      [inside.id, words.toString()],
    ])
  })

  test('what is shared is found by its name and by the name that its recipient gave it, once, and by nobody else', async () => {
    const { drive, folder, file, share, page, all } = await open()
    const trip = await folder('ana', 'Summer trip')
    await file('ana', 'Harbour.txt', trip.id)
    const grant = await share('ana', trip.id)
    await share('ana', trip.id, { kind: 'person', sub: 'eva' })
    const setAlias = createSetAlias(drive)
    await setAlias('ben', { driveId: trip.drive_id, grantId: grant.id }, 'Harbour, trip')
    const found = (await all({ text: 'harbour' })).hits
    expect(
      found.map(({ node, alias, match, highlights }) => ({
        id: node.id,
        alias,
        match,
        highlights,
      })),
    ).toEqual([
      {
        id: expect.any(String),
        alias: undefined,
        match: 'exact',
        highlights: [{ start: 0, end: 7 }],
      },
      { id: trip.id, alias: 'Harbour, trip', match: 'start', highlights: [{ start: 0, end: 7 }] },
    ])
    expect((await all({ text: 'harbour' }, 1)).hits).toHaveLength(2)
    const byName = (await page('summer')).hits
    expect(byName.map(({ node, alias }) => [node.id, alias])).toEqual([[trip.id, undefined]])
    expect((await page('trip')).hits.map(({ node }) => node.id)).toEqual([trip.id])
    // So it is in a search of that drive alone.
    const inDrive = async (text: string, size = 50, sub = 'ben') => {
      const person: Access = {
        driveId: trip.drive_id,
        actor: { kind: 'person', sub },
        right: 'view',
      }
      const hits: Hit[] = []
      let token: string | undefined
      do {
        const asked = { text, filter: {} }
        const found = await drive.search.find(person, asked, { size, token })
        hits.push(...found.hits)
        token = found.nextPageToken
      } while (token !== undefined)
      return hits.map(({ node, alias, match }) => [node.name, alias, match])
    }
    const both = [
      ['Harbour.txt', undefined, 'exact'],
      ['Summer trip', 'Harbour, trip', 'start'],
    ]
    expect(await inDrive('harbour')).toEqual(both)
    expect(await inDrive('harbour', 1)).toEqual(both)
    expect(await inDrive('summer')).toEqual([['Summer trip', undefined, 'start']])
    expect(await inDrive('trip')).toEqual([['Summer trip', undefined, 'word']])
    expect(await inDrive('harbour', 50, 'eva')).toEqual(both.slice(0, 1))
    expect(await inDrive('harbour', 50, 'ana')).toEqual(both.slice(0, 1))

    const eva = { kind: 'person', sub: 'eva' } as const
    const asked = { text: 'harbour, trip', filter: {} }
    const others = await drive.searchEverywhere(eva, asked, { size: 50, token: undefined })
    expect(others.hits).toEqual([])
  })

  test('a page token of another search, of one drive, or with a damaged place is refused', async () => {
    const { drive, file, page } = await open()
    for (const name of ['a 1', 'a 2']) await file('ben', name)
    const { nextPageToken = '' } = await page('a', { size: 1 })
    const one = await drive.search.find(
      'ben',
      { text: 'a', filter: {} },
      { size: 1, token: undefined },
    )
    const [fingerprint] = drive.pageTokens.open('ben', nextPageToken)
    const damaged = [
      [fingerprint, 'exact'],
      [fingerprint, 'exact', 7],
      [fingerprint, 'nothing', 'drive'],
    ].map((parts) => drive.pageTokens.close('ben', parts))
    for (const token of [one.nextPageToken ?? '', 'x', ...damaged]) {
      expect(await refusal(page('a', { token }))).toBe('invalid_argument')
    }
    expect(await refusal(page('b', { token: nextPageToken }))).toBe('invalid_argument')
  })

  test('two hundred shared folders of two hundred people are searched in bounded steps', {
    timeout: 120_000,
  }, async () => {
    const { folder, plant, share, all } = await open()
    for (let n = 0; n < 200; n++) {
      const sub = `owner-${n}`
      const shared = await folder(sub, `shared ${n}`)
      await plant(shared.id, shared.drive_id, (at) => `paper ${n} ${at}`)
      await share(sub, shared.id)
    }
    // Where nothing matches, a look inside of words opens the drives, a few with each page.
    for (const [text, count, atMost] of [
      ['paper 137 15', 1, 13],
      ['nothing of that kind', 0, 13],
      ['shared', 200, 18],
    ] as const) {
      const { hits, pages } = await all({ text })
      expect(hits, text).toHaveLength(count)
      expect(pages, text).toBeLessThanOrEqual(atMost)
    }
  })
})
