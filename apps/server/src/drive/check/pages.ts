/** All rows along their ids, page by page. */
export async function* pagesOf<Row extends { id: string }>(
  read: (after: string, limit: number) => Promise<Row[]>,
): AsyncIterable<Row[]> {
  let after = ''
  for (;;) {
    const rows = await read(after, ROWS_PER_PAGE)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    if (rows.length < ROWS_PER_PAGE) return
    after = last.id
  }
}

const ROWS_PER_PAGE = 1000
