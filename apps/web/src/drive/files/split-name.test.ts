import { expect, test } from 'vitest'
import { splitName } from './split-name.ts'

test.each([
  ['holiday-in-the-alps-042.jpeg', 'holiday-in-the-alps-', '042.jpeg'],
  ['a folder with a long name', 'a folder with a long n', 'ame'],
  ['minutes of the board. Final version', 'minutes of the board. Final vers', 'ion'],
  ['.a-hidden-file-of-settings', '.a-hidden-file-of-setti', 'ngs'],
  ['봄 여름 가을 겨울 사진 모음.png', '봄 여름 가을 겨울 사진', ' 모음.png'],
  [
    'family 👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦.png',
    'family 👨‍👩‍👧‍👦',
    '👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦.png',
  ],
])('the name %s is shortened before its ending', (name, beginning, ending) => {
  expect(splitName(name)).toEqual({ beginning, ending })
})

test.each(['notes.txt', 'alps-1.jpg', '', '사진.png'])('the name %s is never shortened', (name) => {
  expect(splitName(name)).toEqual({ beginning: name, ending: '' })
})
