import { lazyPart } from '../../../ui/lazy-part.ts'
import { Fetched } from '../frame/Fetched.tsx'
import type { PreviewKind } from '../preview-kind.ts'
import type { PreviewedText } from '../preview-queries.ts'

/** What some texts are shown as, beside what they are made of. */
export type RichKind = 'read' | 'table' | 'picture'

export const richViews: Partial<Record<PreviewKind, RichKind>> = {
  markdown: 'read',
  table: 'table',
  svg: 'picture',
}

const parts = {
  read: lazyPart(() => import('../markdown/MarkdownView.tsx').then((part) => part.MarkdownView)),
  table: lazyPart(() => import('../table/TableView.tsx').then((part) => part.TableView)),
  picture: lazyPart(() => import('../image/DrawingView.tsx').then((part) => part.DrawingView)),
}

export function RichView({
  kind,
  ...props
}: PreviewedText & {
  kind: RichKind
  /** A box of a note was ticked; absent where nothing may be changed. */
  onTick?: ((line: number, isTicked: boolean) => void) | undefined
}) {
  return <Fetched key={kind} name={kind} part={parts[kind]} props={props} />
}
