import type { PartText } from '../package/open-package.ts'
import { elementAt, elementsOf, readXmlTree } from '../package/xml-tree.ts'

/** The number format of each cell style, by its number. */
export function readCellFormats(part: PartText): string[] {
  const { root } = readXmlTree(part)
  const own = new Map(
    elementsOf(elementAt(root, 'numFmts'), 'numFmt').map(
      ({ attributes }) =>
        [attributes.get('numFmtId') ?? '', attributes.get('formatCode') ?? GENERAL] as const,
    ),
  )
  return elementsOf(elementAt(root, 'cellXfs'), 'xf').map(({ attributes }) => {
    const id = attributes.get('numFmtId') ?? '0'
    return own.get(id) ?? BUILT_IN.get(Number(id)) ?? GENERAL
  })
}

export const GENERAL = 'General'

/** Those that every program knows by their number (ECMA-376, 18.8.30). */
const BUILT_IN = new Map<number, string>([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [5, '"$"#,##0;-"$"#,##0'],
  [6, '"$"#,##0;-"$"#,##0'],
  [7, '"$"#,##0.00;-"$"#,##0.00'],
  [8, '"$"#,##0.00;-"$"#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [14, 'm/d/yyyy'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'm/d/yyyy h:mm'],
  [37, '#,##0;(#,##0)'],
  [38, '#,##0;(#,##0)'],
  [39, '#,##0.00;(#,##0.00)'],
  [40, '#,##0.00;(#,##0.00)'],
  [41, '#,##0;(#,##0);"-"'],
  [42, '"$"#,##0;("$"#,##0);"$-"'],
  [43, '#,##0.00;(#,##0.00);"-"'],
  [44, '"$"#,##0.00;("$"#,##0.00);"$-"'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
  [49, '@'],
  // Dates and times of East Asian editions, which differ in their words alone.
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'yyyy/m/d'] as const),
  ...[32, 34, 55].map((id) => [id, 'h:mm'] as const),
  ...[33, 35, 56].map((id) => [id, 'h:mm:ss'] as const),
])
