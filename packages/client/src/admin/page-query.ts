import type { Endpoint, QuerySent } from '@awan/protocol'

/** The query of a call that answers page by page; no `next_page_token` comes with the last page. */
export type PageQuery<E extends Endpoint> = Omit<QuerySent<E>, 'limit'> & {
  /** 1 to 200; 50 by default. */
  limit?: number | undefined
}
