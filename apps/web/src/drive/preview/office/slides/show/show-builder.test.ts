import { expect, test } from 'vitest'
import { ShowBuilder } from './show-builder.ts'
import type { Slide, SlideRun } from './slide-show.ts'

const LOOK = { isBold: false, isItalic: false, isUnderlined: false, isStruck: false }

/** As each slide is that shows the long text of its master. */
function slideWith(run: Pick<SlideRun, 'text' | 'href'>): Slide {
  const runs = [{ ...LOOK, sizePt: 12, color: undefined, ...run }]
  const paragraph = { align: 'start', marker: undefined, indentPt: 0, runs } as const
  const cell = { columnSpan: 1, rowSpan: 1, fill: undefined, paragraphs: [paragraph] }
  return {
    number: 1,
    background: undefined,
    backgroundPicture: undefined,
    shapes: [
      {
        box: { x: 0, y: 0, width: 1, height: 1 },
        rotation: 0,
        fill: undefined,
        line: undefined,
        form: 'box',
        content: { kind: 'table', rows: [[cell]] },
      },
    ],
  }
}

test('slides are shown as long as there are not too many letters on them, those of links included', async () => {
  for (const run of [
    { text: 'x'.repeat(1_000_000), href: undefined },
    { text: '', href: `https://example.org/${'x'.repeat(999_980)}` },
  ]) {
    const builder = new ShowBuilder()
    while (!builder.isFull) builder.add(slideWith(run))
    const { slides, isPart } = await builder.build(undefined as never, { widthPt: 1, heightPt: 1 })
    expect([slides.length, isPart]).toEqual([4, true])
  }
})
