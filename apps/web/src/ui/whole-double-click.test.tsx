import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { takeWholeDoubleClick } from './whole-double-click.ts'

const at = { clientX: 200, clientY: 120 }

/** Something was opened by a click, and has a button where that click was. */
function open() {
  const onPress = vi.fn()
  const onClick = vi.fn()
  const view = render(
    <button type="button" onPointerDown={onPress} onClick={onClick}>
      inside
    </button>,
  )
  const button = view.getByRole('button')
  let ms = 0
  takeWholeDoubleClick({ ...at, timeStamp: ms })
  return {
    onPress,
    onClick,
    click(afterMs: number, place = at) {
      ms += afterMs
      const options = { bubbles: true, cancelable: true, ...place }
      const [, , click] = ['pointerdown', 'pointerup', 'click'].map((type) => {
        const event = new PointerEvent(type, options)
        Object.defineProperty(event, 'timeStamp', { value: ms })
        button.dispatchEvent(event)
        return event
      })
      return click
    },
  }
}

test.each([60, 150, 250, 400])(
  'a second click at the same place after %i ms does not reach what was opened',
  (ms) => {
    const { click, onClick, onPress } = open()
    expect(click(ms)?.defaultPrevented).toBe(true)
    expect(onPress).not.toHaveBeenCalled()
    expect(onClick).not.toHaveBeenCalled()
    expect(click(600)?.defaultPrevented).toBe(false)
    expect(onClick).toHaveBeenCalledTimes(1)
  },
)

test('a tap beside the first one, as a finger hits, belongs to it', () => {
  const { click, onClick } = open()
  click(200, { clientX: 210, clientY: 105 })
  expect(onClick).not.toHaveBeenCalled()
  click(600)
  expect(onClick).toHaveBeenCalledTimes(1)
})

test('a click after the time of a double click reaches what was opened', () => {
  const { click, onClick } = open()
  click(510)
  expect(onClick).toHaveBeenCalledTimes(1)
})

test('a quick click at another place reaches what was opened, and so does the next one', () => {
  const { click, onClick } = open()
  click(60, { clientX: 200, clientY: 160 })
  click(60)
  expect(onClick).toHaveBeenCalledTimes(2)
})
