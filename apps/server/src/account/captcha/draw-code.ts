import sharp from 'sharp'
import type { Random } from '../../kernel/id.ts'
import { GLYPH_HEIGHT, GLYPH_WIDTH, type Point, type Stroke, strokesOf } from './glyphs.ts'

const WIDTH = 280
const HEIGHT = 80
const PEN = 2.2
const LINE_PEN = 1
/** Lines are paler than signs: a person tells them apart at once. */
const LINE_INK = 0.45
/** Few shades keep the picture small. */
const SHADES = 15
const WHITE = 255

interface Segment {
  from: Point
  to: Point
  pen: number
  ink: number
}

/**
 * Draws a code that a person can read and simple text recognition cannot: each character is rotated,
 * sheared and sized on its own, all are placed on two waves, and thin lines cross them.
 */
export async function drawCode(code: string, random: Random): Promise<Buffer> {
  const chance = createChance(random)
  const segments = [...placeSigns(code, chance), ...placeLines(chance)]
  const warp = createWarp(chance)
  const specks = random.bytes(WIDTH * HEIGHT)
  const pixels = Buffer.alloc(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const ink = inkAt(warp([x, y]), segments)
      const speck = specks[y * WIDTH + x] ?? 0
      // Most of the paper stays plain, so that the picture stays small.
      const noise = speck < 20 ? 4 : speck < 40 ? 2 : 0
      const shade = Math.max(0, Math.round((1 - ink) * SHADES * 0.95) - noise)
      pixels[y * WIDTH + x] = (shade * WHITE) / SHADES
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer()
}

type Chance = (from: number, to: number) => number

function createChance(random: Random): Chance {
  return (from, to) => from + ((to - from) * random.integer(10_000)) / 10_000
}

function placeSigns(code: string, chance: Chance): Segment[] {
  const room = (WIDTH - 30) / code.length
  return [...code].flatMap((sign, i) => {
    const scale = Math.min(7.2, room / (GLYPH_WIDTH + 2)) * chance(0.9, 1.12)
    const [turn, shear] = [chance(-0.3, 0.3), chance(-0.2, 0.2)]
    const centre: Point = [15 + room * (i + 0.5) + chance(-3, 3), HEIGHT / 2 + chance(-7, 7)]
    const place = ([gx, gy]: Point): Point => {
      const y = (gy - GLYPH_HEIGHT / 2) * scale
      const x = (gx - GLYPH_WIDTH / 2) * scale + y * shear
      return [
        centre[0] + x * Math.cos(turn) - y * Math.sin(turn),
        centre[1] + x * Math.sin(turn) + y * Math.cos(turn),
      ]
    }
    return strokesOf(sign).flatMap((stroke) => toSegments(stroke.map(place), PEN, 1))
  })
}

function placeLines(chance: Chance): Segment[] {
  return Array.from({ length: 4 }, () => {
    const points = [0, 1, 2, 3, 4].map((i): Point => [(WIDTH * i) / 4, chance(8, HEIGHT - 8)])
    return toSegments(points, LINE_PEN, LINE_INK)
  }).flat()
}

function toSegments(points: Stroke, pen: number, ink: number): Segment[] {
  return points.slice(1).map((to, i) => ({ from: points[i] ?? to, to, pen, ink }))
}

function createWarp(chance: Chance): (point: Point) => Point {
  const waves = [0, 1].map(() => ({
    height: chance(2, 4),
    length: chance(45, 90),
    phase: chance(0, 2 * Math.PI),
  }))
  const shift = (at: number, wave: (typeof waves)[number] | undefined) =>
    wave ? wave.height * Math.sin((2 * Math.PI * at) / wave.length + wave.phase) : 0
  return ([x, y]) => [x + shift(y, waves[0]), y + shift(x, waves[1])]
}

/** 1 on a stroke, 0 off it, in between at its edge. */
function inkAt(point: Point, segments: readonly Segment[]): number {
  let ink = 0
  for (const { from, to, pen, ink: full } of segments) {
    if (isFar(point[0], from[0], to[0], pen) || isFar(point[1], from[1], to[1], pen)) continue
    ink = Math.max(ink, full * Math.min(1, Math.max(0, pen + 0.5 - distance(point, from, to))))
  }
  return ink
}

function isFar(at: number, from: number, to: number, pen: number): boolean {
  return Math.abs(at - (from + to) / 2) > Math.abs(from - to) / 2 + pen + 1
}

function distance([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length2 = dx * dx + dy * dy || 1
  const along = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length2))
  return Math.hypot(px - ax - along * dx, py - ay - along * dy)
}
