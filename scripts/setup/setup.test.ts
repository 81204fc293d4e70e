import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { explainFailure, holdsAll } from './install.mjs'
import { findLockfileProblems } from './lockfile-problems.mjs'
import { isNodeGoodEnough } from './run.mjs'
import {
  afterSecondTry,
  closingLine,
  filesToTryAgain,
  tallyPlaywright,
  tallyVitest,
} from './tally.mjs'
import { hashFiles } from './web-build.mjs'

test('the setup accepts Node 20.19, 22.12 and later versions only', () => {
  const good = ['20.19.2', '20.20.0', '22.12.0', '24.1.0', '26.0.0']
  const bad = ['18.20.4', '20.18.1', '21.7.3', '22.11.0']
  expect([...good, ...bad].filter(isNodeGoodEnough)).toEqual(good)
})

describe('installed packages', () => {
  const wanted = {
    '': { version: '1' },
    'apps/web': { version: '1' },
    'node_modules/a': { version: '1.0.0' },
    'apps/web/node_modules/a': { version: '2.0.0' },
    'node_modules/mac-only': { version: '1.0.0', optional: true },
  }
  const found = {
    'node_modules/a': { version: '1.0.0' },
    'apps/web/node_modules/a': { version: '2.0.0' },
  }

  test('the installation is complete when only optional packages are missing', () => {
    expect(holdsAll(wanted, found)).toBe(true)
  })

  test('the installation is incomplete when a package is missing or has another version', () => {
    expect(holdsAll({ ...wanted, 'node_modules/b': { version: '1.0.0' } }, found)).toBe(false)
    expect(holdsAll({ ...wanted, 'node_modules/a': { version: '1.0.1' } }, found)).toBe(false)
  })

  test.each([
    ['npm error code ENOTFOUND', 'cannot reach the package registry'],
    ['npm error code E401', 'refused the request'],
    ['npm error code SELF_SIGNED_CERT_IN_CHAIN', 'Name its certificates'],
    ['npm error ENOSPC: no space left', 'disk is full'],
    ['npm error something new', 'could not install'],
  ])('a failed installation (%s) is explained together with the output of npm', (output, words) => {
    expect(explainFailure(output)).toContain(words)
    expect(explainFailure(output)).toContain(output)
  })
})

describe('the lockfile', () => {
  const workspaces = [{ folder: 'bench', manifest: { devDependencies: { a: '1', b: '2' } } }]

  test('the lockfile may have any order and link to our own packages', () => {
    const packages = {
      bench: { devDependencies: { b: '2', a: '1' } },
      'node_modules/@awan/client': { resolved: 'packages/client', link: true },
    }
    expect(findLockfileProblems({ packages }, workspaces)).toEqual([])
  })

  test('the lockfile may not name a registry or differ from a package.json', () => {
    const packages = {
      bench: { devDependencies: { a: '1' } },
      'node_modules/a': { resolved: 'https://registry.example.org/a/-/a-1.tgz' },
    }
    expect(findLockfileProblems({ packages }, workspaces)).toEqual([
      'package-lock.json names the address of a registry for node_modules/a',
      'package-lock.json differs from bench/package.json in devDependencies',
    ])
  })
})

describe('test counts', () => {
  const report = {
    testResults: [
      {
        assertionResults: [
          { status: 'passed', fullName: 'a' },
          { status: 'failed', fullName: 'b' },
          { status: 'skipped', fullName: 'c' },
        ],
      },
    ],
  }

  test('every test of Vitest and Playwright is counted once', () => {
    const unit = tallyVitest(report, 1)
    const racing = { specs: [{ file: 'a.ts', title: 'b', tests: [{ status: 'flaky' }] }] }
    const stories = {
      stats: { expected: 2, unexpected: 1, flaky: 1, skipped: 0 },
      suites: [racing],
    }
    expect(unit).toEqual({
      passed: 1,
      failed: 1,
      skipped: 1,
      skippedNames: ['c'],
      failedNames: ['b'],
    })
    expect(tallyPlaywright(stories, 1)).toMatchObject({
      passed: 3,
      failed: 1,
      racingNames: ['a.ts: b'],
    })
    expect(closingLine([unit, tallyPlaywright(stories, 1)])).toBe('4 passed, 2 failed, 1 skipped')
  })

  test('a test that passes at the second try counts as passed, and its first failure is reported', () => {
    const a = { status: 'failed', fullName: 'a', failureMessages: ['Error: late\n at x'] }
    const b = { status: 'failed', fullName: 'b', failureMessages: ['Error: wrong'] }
    const report = { testResults: [{ name: '/f.ts', status: 'failed', assertionResults: [a, b] }] }
    expect(filesToTryAgain(report)).toEqual(['/f.ts'])
    const bAgain = { ...b, failureMessages: ['Error: wrong in another way'] }
    const second = {
      testResults: [{ assertionResults: [{ status: 'passed', fullName: 'a' }, bAgain] }],
    }
    expect(afterSecondTry(tallyVitest(report, 1), tallyVitest(second, 1))).toMatchObject({
      passed: 1,
      failed: 1,
      failedNames: ['b\n   Error: wrong in another way'],
      racingNames: ['a\n   Error: late\n    at x'],
    })
  })

  test('failures that cannot be a race are not retried', () => {
    const broken = { name: '/f.ts', status: 'failed', assertionResults: [] }
    expect(filesToTryAgain({ testResults: [broken] })).toEqual([])
    const one = { ...broken, assertionResults: [{ status: 'failed' }] }
    expect(filesToTryAgain({ testResults: Array(6).fill(one) })).toEqual([])
    expect(filesToTryAgain({ testResults: [one], unhandled: ['Error: lost'] })).toEqual([])
    expect(filesToTryAgain(undefined)).toEqual([])
  })

  test('a failure outside of every test is reported with its reason', () => {
    const broken = {
      name: '/f.ts',
      status: 'failed',
      message: 'no such module',
      assertionResults: [],
    }
    expect(
      tallyVitest({ testResults: [broken], unhandled: ['Error: lost\n at y'] }, 1),
    ).toMatchObject({
      passed: 0,
      failed: 2,
      failedNames: ['/f.ts\n   no such module', 'outside of every test\n   Error: lost\n    at y'],
    })
  })

  test('the closing line does not mention skipped tests when there are none', () => {
    expect(closingLine([{ passed: 3, failed: 0, skipped: 0 }])).toBe('3 passed, 0 failed')
  })

  test('a run that exits with an error but reports no failed test counts as a failure', () => {
    expect(tallyVitest({ testResults: [] }, 1).failed).toBe(1)
    expect(tallyVitest(undefined, 1).failed).toBe(1)
    expect(tallyPlaywright(undefined, 1).failed).toBe(1)
  })
})

test('the hash of the web app changes with its sources, not with its tests or its build', async () => {
  const base = await mkdtemp(join(tmpdir(), 'awan web '))
  onTestFinished(() => rm(base, { recursive: true }))
  await mkdir(join(base, 'src/dist'), { recursive: true })
  await writeFile(join(base, 'src/a.ts'), '1')
  const hash = () => hashFiles(base, ['src', 'missing', 'src/a.ts'])

  const before = await hash()
  await writeFile(join(base, 'src/a.test.ts'), 'x')
  await writeFile(join(base, 'src/dist/b.js'), 'x')
  expect(await hash()).toBe(before)
  await writeFile(join(base, 'src/a.ts'), '2')
  expect(await hash()).not.toBe(before)
})
