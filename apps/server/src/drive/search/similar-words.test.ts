import { expect, test } from 'vitest'
import { wordTerm } from '../nodes/search-name.ts'
import { onEachDrive } from '../testing.ts'
import { toSearchQuery } from './search-query.ts'
import { toMeantWords } from './similar-name.ts'
import { findSimilarTerms } from './similar-terms.ts'
import { editsAllowed, SimilarWord } from './similar-word.ts'

test('longer words may have more typos; short ones and those of scripts without spaces none', () => {
  const words = ['cat', 'boat', 'harbour', 'lighthouse', '会议记录会议', '2024', 'книга']
  expect(words.map(editsAllowed)).toEqual([0, 1, 1, 2, 0, 0, 1])
})

test('typos are forgiven in the first four words that may have any', () => {
  const query = toSearchQuery('a budget of our harbour lighthouse report meeting')
  const forgiven = query && toMeantWords(query)?.filter(({ similar }) => similar)
  const words = forgiven?.map(({ typed }) => typed)
  expect(words).toEqual(['budget', 'harbour', 'lighthouse', 'report'])
})

test.each([
  ['report', 'reprot', true],
  ['reprot', 'report', true],
  ['reprot', 'reports', true],
  ['repot', 'report', true],
  ['reeport', 'report', true],
  ['rexort', 'report', true],
  ['eport', 'report', true],
  ['ropret', 'report', false],
  ['test', 'tesla', false],
  ['test', 'text', true],
  ['recieve', 'receiver', true],
  ['lihgthuose', 'lighthouse', true],
  ['accomodation', 'accommodations', true],
  ['lihgthouze', 'lighthous', false],
  ['книга', 'кинга', true],
])('%s for %s: %s', (typed, word, isSimilar) => {
  expect(new SimilarWord(typed).matches(word)).toBe(isSimilar)
})

/** Words of few letters, so that many of them are nearly the same. */
function manyWords(count: number): string[] {
  const words = new Set<string>()
  for (let seed = 1; words.size < count; seed++) {
    let rest = (seed * 2_654_435_761) % 2 ** 32
    let word = ''
    for (let at = 0; at < 4 + (seed % 6); at++) {
      word += 'abeor'[rest % 5]
      rest = Math.floor(rest / 5) + seed
    }
    words.add(word)
  }
  return [...words]
}

onEachDrive((open) => {
  test('a walk through the index finds exactly the words that are similar', async () => {
    const drive = await open()
    const { id } = await drive.drives.of('ana')
    const words = manyWords(1_200)
    await drive.db.write(async (writer) => {
      for (let at = 0; at < words.length; at += 400) {
        await writer
          .insertInto('name_terms')
          .values(
            words.slice(at, at + 400).map((word, index) => ({
              drive_id: id,
              term: wordTerm(`${word}${index % 3 === 0 ? ' and more' : ''}`),
              node_id: word,
              touched_at: 1,
            })),
          )
          .execute()
      }
    })
    for (const typed of ['orbae', 'reboa', 'barebo', 'zorba', 'boarearb']) {
      const word = new SimilarWord(typed)
      const ranges = await drive.db.read((reader) => findSimilarTerms(reader, id, word))
      const isFound = (one: string) =>
        ranges.some(({ from, to }) => wordTerm(one) >= from && wordTerm(one) < to)
      // Two typos are looked for behind a beginning that is right, or lacks its first letter.
      const isBegun = (one: string) =>
        word.maxEdits < 2 || one[0] === typed[0] || one[0] === typed[1]
      const wanted = words.filter((one) => word.matches(one) && isBegun(one))
      expect(words.filter(isFound).sort(), typed).toEqual(wanted.sort())
    }
  })
})
