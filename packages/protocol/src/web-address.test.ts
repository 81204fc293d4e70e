import { expect, test } from 'vitest'
import { addressProblem, MAX_ADDRESS_LENGTH } from './web-address.ts'

test.each([
  ['https://example.org/a.iso', undefined],
  ['http://example.org:80/a.iso?key=1#part', undefined],
  ['https://example.org:443/', undefined],
  ['https://ana:secret@example.org:8443/', undefined],
  ['https://bücher.example/', undefined],
  ['', 'form'],
  ['example.org/a.iso', 'form'],
  ['https://', 'form'],
  ['ftp://example.org/a.iso', 'protocol'],
  ['file:///etc/passwd', 'protocol'],
  ['data:text/plain,hello', 'protocol'],
  ['https://example.org:25/', 'port'],
  ['http://example.org:1024/', 'port'],
  [`https://example.org/${'a'.repeat(MAX_ADDRESS_LENGTH)}`, 'long'],
])('the address %.60s has the problem %s', (text, problem) => {
  expect(addressProblem(text)).toBe(problem)
})
