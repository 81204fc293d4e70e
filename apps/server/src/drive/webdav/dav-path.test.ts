import { expect, test } from 'vitest'
import { refusal } from '../testing.ts'
import {
  DAV_ROOT,
  findDavRoot,
  hrefsFor,
  parseAddress,
  parseDavPath,
  withoutEndSlashes,
} from './dav-path.ts'

const parse = (url: string) => parseDavPath(url, findDavRoot)
const root = DAV_ROOT

test('paths are taken apart, and what is written is read again as it was', () => {
  expect(parse('/dav')).toEqual({ root, names: [], isFolder: false })
  expect(parse('/dav//a%20b/%E5%AE%B6/?x')).toEqual({ root, names: ['a b', '家'], isFolder: true })
  expect(parse('/davs/a')).toBeUndefined()
  const names = ["it's (1)!*", '100 %', '..', 'a/b', '家 & <x>', ' ']
  const toHref = hrefsFor('/dav', { root, names: [], isFolder: false })
  expect(parse(toHref(names, true))).toEqual({ root, names, isFolder: true })
})

test('what is below a path begins as the caller wrote it, and what is above it in our own way', () => {
  const hrefs = (url: string) => hrefsFor(url, parse(url) ?? { root, names: [], isFolder: true })
  const toHref = hrefs('/dav//a%20(b)/?x')
  expect(toHref(['a (b)'], true)).toBe('/dav//a%20(b)/')
  expect(toHref(['a (b)', 'ü'], false)).toBe('/dav//a%20(b)/%C3%BC')
  expect(toHref([], true)).toBe('/dav/')
  // What no address may have is not repeated.
  expect(hrefs('/dav/a\u00e9')(['a\u00e9'], false)).toBe('/dav/a%C3%A9')
})

test('a path of millions of slashes is read in linear time', () => {
  const url = `/dav${'/'.repeat(2_000_000)}a`
  const toHref = hrefsFor(url, parse(url) ?? { root, names: [], isFolder: true })
  expect(toHref(['a', 'b'], false)).toBe(`${url}/b`)
  expect(withoutEndSlashes(`${url}//`)).toBe(url)
  expect(withoutEndSlashes('//')).toBe('')
})

test('a path that is no UTF-8, or has too many names, is rejected', async () => {
  for (const path of ['/dav/%ff', '/dav/%', `/dav${'/a'.repeat(301)}`]) {
    expect(await refusal((async () => parse(path))())).toBe('invalid_argument')
  }
})

test('an address is a path or a whole address of this host, whatever its scheme', async () => {
  const own = { hosts: new Set(['drive.test', 'localhost:8080']), findRoot: findDavRoot }
  const found = { root, names: ['a'], isFolder: false }
  for (const address of [
    '/dav/a',
    'https://drive.test/dav/a',
    'http://DRIVE.test:80/dav/a',
    'https://drive.test:443/dav/a',
    'http://localhost:8080/dav/a',
    'http://ana:secret@localhost:8080/dav/a#x',
  ]) {
    expect(parseAddress(address, own), address).toEqual(found)
  }
  for (const address of [
    'http://other.test/dav/a',
    '//other.test/dav/a',
    'http://drive.test:81/dav/a',
    'http://drive.test.other.test/dav/a',
    'http://drive.test/drive/v1/files',
    '/other',
    'http://drive.test',
  ]) {
    const parsed = (async () => parseAddress(address, own))()
    expect(await parsed.catch(({ error }) => error), address).toBe(
      address.startsWith('//') ? 'invalid_argument' : 'elsewhere',
    )
  }
  for (const address of ['', 'dav/a', 'ftp://drive.test/dav/a']) {
    expect(await refusal((async () => parseAddress(address, own))())).toBe('invalid_argument')
  }
})
