import { expect, test } from 'vitest'
import { fitInto, keepInside, NO_ZOOM, zoomAt } from './zoom.ts'

const stage = { width: 800, height: 600 }
const box = { width: 800, height: 400 }
const limits = { stage, box, maxScale: 8 }

test('a picture is fitted into the stage with its own proportions, and not enlarged', () => {
  expect(fitInto(stage, { width: 4000, height: 2000 }, 1)).toEqual({ width: 800, height: 400 })
  expect(fitInto(stage, { width: 300, height: 300 }, 1)).toEqual({ width: 300, height: 300 })
  expect(fitInto(stage, { width: 300, height: 300 }, Infinity)).toEqual({ width: 600, height: 600 })
})

test('zooming keeps the point under the pointer in place', () => {
  const at = { x: 200, y: -50 }
  const before = zoomAt(NO_ZOOM, 3, at, limits)
  const after = zoomAt(before, 6, at, limits)
  const under = (zoom: typeof before) => (at.x - zoom.x) / zoom.scale
  expect(under(after)).toBeCloseTo(under(before))
})

test('zooming stops at the fitted size and at the maximum scale', () => {
  expect(zoomAt(NO_ZOOM, 0.2, { x: 0, y: 0 }, limits)).toEqual(NO_ZOOM)
  expect(zoomAt(NO_ZOOM, 99, { x: 0, y: 0 }, limits).scale).toBe(8)
})

test('a moved picture stays within the stage', () => {
  expect(keepInside({ scale: 2, x: 9999, y: -9999 }, limits)).toEqual({ scale: 2, x: 400, y: -100 })
  expect(keepInside({ scale: 1, x: 50, y: 50 }, limits)).toEqual(NO_ZOOM)
})
