import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { openLinks } from '../share-links/testing.ts'

const WORDS = 'the cake is a surprise'

onEachDatabase((openDatabase) => {
  /** What a visitor finds of a file that says `WORDS`, and is not called so. */
  async function find(options: Parameters<Awaited<ReturnType<typeof openLinks>>['share']>[0]) {
    const { drive, shared, share, visit } = await openLinks(await openDatabase())
    const upload = (name: string) =>
      drive.upload('ana', name, Buffer.from(WORDS), { parentId: shared.id })
    await upload('party.txt')
    await upload('surprise.txt')
    await drive.cleanUp()
    await drive.runner.run()
    const visitor = await visit((await share(options)).token)
    const search = async (place: 'text' | 'all', parentId?: string) => {
      const question = { text: 'surprise', in: place, filter: {}, parentId }
      const page = { size: 9, token: undefined }
      const { hits } = await drive.search.find(visitor, question, page)
      return hits.map(({ node, snippet }) => [node.name, snippet?.text])
    }
    return { all: await search('all'), text: await search('text', shared.id) }
  }

  test.for([
    { allowsDownload: false },
    { downloadLimit: 20 },
    { allowsDownload: false, downloadLimit: 20 },
  ])('a visitor of a link with %o finds nothing by what texts say', async (options) => {
    expect(await find(options)).toEqual({ all: [['surprise.txt', undefined]], text: [] })
  })

  test('a visitor who may download anything finds texts with their snippets', async () => {
    const { all, text } = await find({})
    expect(all).toEqual([
      ['surprise.txt', undefined],
      ['party.txt', WORDS],
    ])
    expect(text).toHaveLength(2)
    expect(text).toContainEqual(['party.txt', WORDS])
  })
})
