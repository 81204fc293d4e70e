import { expect, test } from 'vitest'
import { createCookieJar } from '../storage/testing/cookie-jar.ts'
import { findMainDomain } from './main-domain.ts'
import { openTestPage } from './testing/test-page.ts'

test.each([
  ['https://drive.example.org/', 'example.org'],
  ['https://a.b.c.example.org/deep/page', 'example.org'],
  ['https://example.org/', 'example.org'],
  ['http://drive.example.org/', 'example.org'],
  ['https://www.shop.co.uk/', 'shop.co.uk'],
  ['https://ana.github.io/', 'ana.github.io'],
])('[DEV-3] the main domain of %s is %s', (url, domain) => {
  expect(findMainDomain(openTestPage({ url }))).toBe(domain)
})

test.each([['http://localhost:8080/'], ['http://127.0.0.1:8080/'], ['http://[::1]:8080/']])(
  '[DEV-3] cookies of %s belong to the host alone',
  (url) => {
    expect(findMainDomain(openTestPage({ url }))).toBeUndefined()
  },
)

test('[DEV-3] the main domain is determined once per page, and no test cookie remains', () => {
  const jar = createCookieJar(Date.now)
  const page = openTestPage({ jar })
  const written: string[] = []
  const document = {
    get cookie() {
      return page.document.cookie
    },
    set cookie(text) {
      written.push(text)
      page.document.cookie = text
    },
  }
  const watched = { ...page, document }
  findMainDomain(watched)
  const asked = written.length
  expect(asked).toBeGreaterThan(0)
  expect(findMainDomain(watched)).toBe('example.org')
  expect(written).toHaveLength(asked)
  expect(jar.dump()).toEqual([])
})

test.each([
  [''],
  ['.'],
  ['a..b'],
  ['example.org.'],
  ['x;domain=evil.example'],
  ['a b.c'],
  ['é.example'],
])('the host name %j has no main domain and causes no error', (hostName) => {
  const jar = createCookieJar(Date.now)
  const page = { ...openTestPage({ jar }), hostName }
  expect(findMainDomain(page)).toBeUndefined()
  expect(jar.dump()).toEqual([])
})

test('without cookies no main domain is found', () => {
  const blocked = {
    get cookie() {
      return ''
    },
    set cookie(_text) {},
  }
  expect(findMainDomain({ ...openTestPage(), document: blocked })).toBeUndefined()
})
