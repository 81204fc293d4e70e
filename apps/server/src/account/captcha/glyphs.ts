export type Point = readonly [x: number, y: number]
export type Stroke = readonly Point[]

/**
 * Letters and digits that nobody takes for one another, drawn with a pen on a grid four wide and six
 * high. Left out are B 8, F, G, I 1 L, O 0 Q, S 5, U and Z 2.
 */
const DRAWN: Record<string, string> = {
  A: '0,6 2,0 4,6|0.8,4 3.2,4',
  C: '4,1 3,0.1 1.6,0 0.5,1 0,3 0.5,5 1.6,6 3,5.9 4,5',
  D: '0,0 0,6 2,6 3.5,5 4,3 3.5,1 2,0 0,0',
  E: '4,0 0,0 0,6 4,6|0,3 3,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  J: '1.5,0 4,0 4,4.5 3.3,5.7 2,6 0.7,5.6 0,4.4',
  K: '0,0 0,6|4,0 0,3.4|1.3,2.4 4,6',
  M: '0,6 0,0 2,3.5 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  P: '0,6 0,0 2.5,0 3.7,0.6 4,1.7 3.7,2.8 2.5,3.4 0,3.4',
  R: '0,6 0,0 2.5,0 3.7,0.6 4,1.7 3.7,2.8 2.5,3.3 0,3.3|2,3.3 4,6',
  T: '0,0 4,0|2,0 2,6',
  V: '0,0 2,6 4,0',
  W: '0,0 0.9,6 2,2.2 3.1,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
  '3': '0.2,0.8 1.4,0 2.8,0.2 3.6,1.2 3.2,2.4 1.6,2.9 3.3,3.3 4,4.5 3.3,5.7 1.6,6 0.1,5.1',
  '4': '3,6 3,0 0,4.2 4,4.2',
  '6': '3.6,0.6 2.4,0 1,0.8 0.1,2.8 0.1,4.6 1,5.8 2.4,6 3.7,5.2 3.8,3.8 2.6,2.8 1.2,3 0.2,4.2',
  '7': '0,0 4,0 1.5,6',
  '9': '0.4,5.4 1.6,6 3,5.2 3.9,3.2 3.9,1.4 3,0.2 1.6,0 0.3,0.8 0.2,2.2 1.4,3.2 2.8,3 3.8,1.8',
}

export const GLYPH_WIDTH = 4
export const GLYPH_HEIGHT = 6

export const PICTURE_ALPHABET = Object.keys(DRAWN).join('')

export function strokesOf(glyph: string): Stroke[] {
  return (DRAWN[glyph] ?? '').split('|').map((stroke) =>
    stroke.split(' ').map((pair) => {
      const [x = 0, y = 0] = pair.split(',').map(Number)
      return [x, y] as const
    }),
  )
}
