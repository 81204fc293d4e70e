import { expect, test } from 'vitest'
import { compareVersions, parseVersion, type Version } from './version.ts'

test.each([
  ['0', [0, 0, 0]],
  ['1', [1, 0, 0]],
  ['1.2', [1, 2, 0]],
  ['8.1.4', [8, 1, 4]],
  ['0.0.1', [0, 0, 1]],
  ['1.010.0', [1, 10, 0]],
] as const)('[ENT-28] the version %j is read as one to three numbers', (text, version) => {
  expect(parseVersion(text)).toEqual(version)
})

test.each([
  [''],
  ['.'],
  ['1.'],
  ['.1'],
  ['1..2'],
  ['1.2.3.4'],
  ['-1'],
  ['1.-2'],
  ['+1'],
  ['1.2a'],
  ['v1'],
  [' 1.2'],
  ['1.2\n'],
  ['1,2'],
  ['1e3'],
  ['0x1'],
  ['١'],
  ['NaN'],
  ['9'.repeat(100_000)],
  [1],
  [1.2],
  [['1.2']],
  [{ toString: () => '1.2' }],
  [null],
  [undefined],
])('[ENT-28] %j is not a version', (text) => {
  expect(parseVersion(text)).toBeUndefined()
})

test('versions are ordered numerically, not alphabetically', () => {
  const sorted = ['0.0.1', '0.0.2', '0.9', '0.10', '1', '1.0.1', '2', '10']
  const parsed = sorted.map((text) => parseVersion(text) as Version)
  expect([...parsed].reverse().sort(compareVersions)).toEqual(parsed)
  expect(compareVersions([1, 2, 0], parseVersion('1.2') as Version)).toBe(0)
})
