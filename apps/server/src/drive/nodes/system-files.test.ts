import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { davOf, responsesOf } from '../webdav/testing.ts'
import { isSystemFile } from './system-file.ts'

/** As Finder, Windows and Office leave them beside `a.jpg` and `letter.docx`. */
const LEFT = ['._a.jpg', '.DS_Store', 'Thumbs.db', '~$letter.docx']
const SHOWN = 'system_files=false'

test.each([
  ['._a.jpg', true],
  ['.DS_Store', true],
  ['thumbs.db', true],
  ['~$letter.docx', true],
  ['.gitignore', false],
  ['_a', false],
  ['..a', false],
  ['~a', false],
  ['my Thumbs.db', false],
])('%s is a system file: %s', (name, expected) => {
  expect(isSystemFile(name)).toBe(expected)
})

onEachDatabase((openDatabase) => {
  async function open() {
    const served = await serveDrive(await openDatabase())
    const dav = davOf(served, 'ana')
    expect((await dav('MKCOL', '/trip')).status).toBe(201)
    for (const name of [...LEFT, 'a.jpg', 'letter.docx', 'zebra.txt']) {
      const put = await dav('PUT', `/trip/${encoded(name)}`, { body: Buffer.from(`words ${name}`) })
      expect(put.status).toBe(201)
    }
    // What looks like one of them and is a folder holds files of people.
    await dav('MKCOL', '/trip/._more')
    const get = async (path: string) =>
      (await served.as('ana').json('GET', `/drive/v1/${path}`)) as unknown as Answer
    const [trip] = (await get('files')).files ?? []
    const folder = `parent_id=${trip?.id}`
    return { ...served, dav, get, folder, tripId: trip?.id ?? '' }
  }

  test('a program sees them, and a listing has them behind everything else or leaves them out, in every order', async () => {
    const { dav, get, folder, tripId } = await open()
    const listed = responsesOf(await dav('PROPFIND', '/trip', { headers: { depth: '1' } }))
    const hrefs = [...listed.keys()].map(decodeURIComponent)
    expect(hrefs).toEqual(expect.arrayContaining(LEFT.map((name) => `/dav/trip/${name}`)))
    for (const name of LEFT) expect((await dav('GET', `/trip/${encoded(name)}`)).status).toBe(200)

    const names = async (query: string) => namesIn(await get(`files?${folder}&${query}`))
    expect(await names('')).toEqual([
      '._more',
      'a.jpg',
      'letter.docx',
      'zebra.txt',
      '._a.jpg',
      '.DS_Store',
      'Thumbs.db',
      '~$letter.docx',
    ])
    expect(await names(SHOWN)).toEqual(['._more', 'a.jpg', 'letter.docx', 'zebra.txt'])
    for (const order of ['name', 'size', 'modified', 'created', 'type']) {
      for (const direction of ['asc', 'desc']) {
        for (const first of ['true', 'false']) {
          const query = `order_by=${order}&direction=${direction}&folders_first=${first}`
          const said = `${order} ${direction} ${first}`
          expect((await names(query)).sort(), said).toEqual((await names('')).sort())
          expect((await names(`${query}&${SHOWN}`)).sort(), said).toEqual(
            (await names(SHOWN)).sort(),
          )
          expect(await paged(`${folder}&${query}`), said).toEqual(await names(query))
          const measured = await get(`files:measure?${folder}&${query}&${SHOWN}`)
          expect(measured.count, said).toBe(4)
        }
      }
    }
    expect((await get(`files:measure?${folder}`)).count).toBe(8)
    expect((await get(`files:count?folder_id=${tripId}&${SHOWN}`)).count).toBe(4)
    // By its whole name one is found wherever it is.
    expect(await names(`name=${encoded('._a.jpg')}`)).toEqual(['._a.jpg'])
    expect(await names('name=a.jpg')).toEqual(['a.jpg'])

    async function paged(query: string): Promise<string[]> {
      const all: string[] = []
      let token: string | undefined
      do {
        const next = token === undefined ? '' : `&page_token=${token}`
        const page = await get(`files?${query}&page_size=3${next}`)
        all.push(...namesIn(page))
        token = page.next_page_token
      } while (token !== undefined)
      return all
    }
  })

  test('no search, no photos, no recent files and no activity has them, and the trash has', async () => {
    const { dav, get, folder } = await open()
    const people = ['a.jpg', 'letter.docx', 'zebra.txt']
    expect(namesIn(await get('recent')).sort()).toEqual(people)
    expect(namesIn(await get('photos'))).toEqual(['a.jpg'])
    expect((await get('photos:measure')).count).toBe(1)
    expect(found(await get('search?q=a'))).toEqual(['a.jpg'])
    expect(found(await get('search?kind=file')).sort()).toEqual(people)
    expect(found(await get('search:everywhere?q=thumbs'))).toEqual([])
    const told = JSON.stringify(await get('activity?page_size=100'))
    for (const name of LEFT) expect(told).not.toContain(JSON.stringify(name))
    expect(told).toContain('zebra.txt')

    for (const name of [...LEFT, 'zebra.txt']) await dav('DELETE', `/trip/${encoded(name)}`)
    expect(namesIn(await get('trash')).sort()).toEqual([...LEFT, 'zebra.txt'].sort())
    expect((await get('files:count?place=trash')).count).toBe(LEFT.length + 1)
    expect(namesIn(await get(`files?${folder}`))).toEqual(['._more', 'a.jpg', 'letter.docx'])
  })

  test('the activity tells who gives such a name to a file of people, and what is done with folders of such names', async () => {
    const { dav, get } = await open()
    const moved = async (from: string, to: string) => {
      const headers = { destination: `/dav/trip/${encoded(to)}` }
      expect((await dav('MOVE', `/trip/${encoded(from)}`, { headers })).status).toBe(201)
    }
    await moved('zebra.txt', '._zebra.txt')
    await moved('~$letter.docx', '~$letter (2).docx')
    await moved('._more', '._less')
    await dav('DELETE', '/trip/._less')
    await dav('DELETE', '/trip/._zebra.txt')
    const { data: events = [] } = await get('activity?page_size=100')
    expect(events.slice(0, 4).map(({ type, data }) => [type, data.was, data.name])).toEqual([
      ['drive.trash', undefined, '._less'],
      ['drive.move', '._more', '._less'],
      ['drive.move', 'zebra.txt', '._zebra.txt'],
      ['drive.create', undefined, '._more'],
    ])
  })

  test('a file that is given such a name is one of them from then on, and the other way round', async () => {
    const { dav, get, folder } = await open()
    const host = { destination: '/dav/trip/._zebra.txt' }
    expect((await dav('MOVE', '/trip/zebra.txt', { headers: host })).status).toBe(201)
    const back = { destination: '/dav/trip/letter%20again.docx' }
    expect((await dav('MOVE', '/trip/~$letter.docx', { headers: back })).status).toBe(201)
    const names = namesIn(await get(`files?${folder}&${SHOWN}`))
    expect(names).toEqual(['._more', 'a.jpg', 'letter.docx', 'letter again.docx'].sort(asListed))
  })
})

interface Answer {
  files?: { id: string; name: string }[]
  hits?: { file: { name: string } }[]
  data?: { type: string; data: { name?: string; was?: string } }[]
  count?: number
  next_page_token?: string
}

const namesIn = ({ files = [] }: Answer) => files.map(({ name }) => name)
const found = ({ hits = [] }: Answer) => hits.map(({ file }) => file.name)
const encoded = encodeURIComponent
/** A space comes before a dot. */
const asListed = (a: string, b: string) => (a < b ? -1 : 1)
