import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { davOf, lockBody, responsesOf } from './testing.ts'

/** The same numbers at every run. */
function createDice(seed: number) {
  let state = seed
  const next = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * limit)
  }
  return { next, pick: <T>(some: readonly T[]): T => some[next(some.length)] as T }
}

const METHODS = [
  'PROPFIND',
  'PROPPATCH',
  'MKCOL',
  'COPY',
  'MOVE',
  'LOCK',
  'UNLOCK',
  'PUT',
  'GET',
  'DELETE',
]
const PIECES = [
  '<',
  '>',
  '/',
  '"',
  "'",
  '&',
  ';',
  '%',
  '..',
  '%2e%2e',
  '%00',
  '%ff',
  '\\',
  ':',
  '(',
  ')',
  '[',
  ']',
  'Not ',
  '<DAV:no-lock>',
  '["e"]',
  'DAV:',
  '<?xml version="1.0"?>',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '&b;',
  '<a xmlns="DAV:">',
  '</a>',
  '<D:prop xmlns:D="DAV:">',
  'xmlns:x=""',
  'http://',
  'https://other.test',
  '/dav/',
  '/dav/a/',
  '/drive/v1/files',
  '/remote.php/dav/files/eva/own',
  '/remote.php/webdav/',
  '.file',
  '0000000000000001',
  '00001',
  '000000000000000-000000000000003',
  '#',
  '?',
  ' ',
  '\t',
  '😀',
  'é',
  '\u0001',
  '-',
  '0',
  '1',
  'a',
  'infinity',
]

const FILES = '/remote.php/dav/files/ana'
const doors = [
  { door: '/dav', ofFiles: '/dav', places: ['/a', '/a/b', '/'] },
  { door: FILES, ofFiles: FILES, places: ['/a', '/a/b', '/', ''] },
  {
    door: '/remote.php/dav/uploads/ana',
    ofFiles: FILES,
    places: ['/1', '/1/.file', '/1/00001', '/1/1-2', '/1/99999999999999999', ''],
  },
]

onEachDatabase((openDatabase) => {
  test.each(doors)(
    'random bodies, headers and paths below $door are never an internal error, and change nothing of anybody else',
    async ({ door, ofFiles, places }) => {
      const served = await serveDrive(await openDatabase())
      const eva = davOf(served, 'eva')
      await eva('PUT', '/own', { body: 'mine' })
      const dav = davOf(served, 'ana', undefined, door)
      await dav('MKCOL', '/a')
      await dav('MKCOL', '/1')
      const dice = createDice(46)
      const noise = (most: number) =>
        Array.from({ length: dice.next(most) }, () => dice.pick(PIECES)).join('')
      const header = () => noise(12).replace(/[^\t\x20-\x7e]/g, '')
      const path = () =>
        `/${noise(6)
          .replace(/[^\x21-\x7e]/gu, (char) => encodeURIComponent(char))
          .replace(/[#?\\]/g, '')}`
      const bodies = [
        () => noise(30),
        () => lockBody(),
        () => `<propfind xmlns="DAV:"><prop>${noise(8)}</prop></propfind>`,
        () => `<propertyupdate xmlns="DAV:"><set><prop>${noise(8)}</prop></set></propertyupdate>`,
      ]
      const seen = new Set<number>()
      for (let at = 0; at < 400; at++) {
        const method = dice.pick(METHODS)
        const target = dice.pick([path(), ...places, ...places])
        const headers: Record<string, string> = {
          depth: dice.pick(['0', '1', 'infinity', header()]),
          destination: dice.pick([
            header(),
            `${ofFiles}${path()}`,
            `${ofFiles}/a/c`,
            `${ofFiles}/../../../drive/v1/paths/x`,
            '/remote.php/dav/files/eva/own',
          ]),
          'oc-total-length': dice.pick(['0', '5', header()]),
          'oc-checksum': dice.pick([`SHA1:${'0'.repeat(40)}`, header()]),
          timeout: header(),
          'lock-token': header(),
          overwrite: dice.pick(['T', 'F', header()]),
          ...(dice.next(2) === 0 && {
            if: dice.pick([header(), `(<${header()}>)`, '(Not <DAV:no-lock>)']),
          }),
          ...(dice.next(4) === 0 && { 'if-match': header(), 'x-oc-mtime': header() }),
        }
        const hasBody = method !== 'GET' && dice.next(3) > 0
        const answer = await dav(method, target, {
          headers,
          ...(hasBody && { body: dice.pick(bodies)() }),
        })
        seen.add(answer.status)
        const asked = `${at}: ${method} ${target} ${JSON.stringify(headers)}: ${answer.text}`
        expect(answer.status, asked).not.toBe(500)
        expect(answer.status, asked).toBeGreaterThanOrEqual(200)
        for (const href of responsesOf(answer).keys())
          expect(href.startsWith(door), asked).toBe(true)
      }
      expect(seen.size).toBeGreaterThan(5)
      expect((await eva('GET', '/own')).text).toBe('mine')
      const listed = responsesOf(await eva('PROPFIND', '/', { headers: { depth: '1' } }))
      expect([...listed.keys()]).toEqual(['/dav/', '/dav/own'])
    },
  )
})
