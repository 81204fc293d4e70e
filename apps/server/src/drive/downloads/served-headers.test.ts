import { expect, test } from 'vitest'
import { attachment, servedType } from './served-headers.ts'

test('a file name is sent in ASCII and, in full, in UTF-8', () => {
  expect(attachment('report.pdf')).toBe(
    `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`,
  )
  expect(attachment('报告 (最终)*.pdf')).toBe(
    `attachment; filename="_ (_)*.pdf"; filename*=UTF-8''%E6%8A%A5%E5%91%8A%20%28%E6%9C%80%E7%BB%88%29%2A.pdf`,
  )
})

test('a file name cannot break out of the Content-Disposition header', () => {
  expect(attachment('a"; filename="b\\%41')).toBe(
    `attachment; filename="a_; filename=_b__41"; filename*=UTF-8''a%22%3B%20filename%3D%22b%5C%2541`,
  )
})

test('content that could run scripts is served as application/octet-stream', () => {
  expect(servedType('image/png')).toBe('image/png')
  expect(servedType('text/plain; charset=utf-16')).toBe('text/plain; charset=utf-8')
  for (const type of ['text/html', 'image/svg+xml', 'application/xml', 'text/javascript', null]) {
    expect(servedType(type)).toBe('application/octet-stream')
  }
})
