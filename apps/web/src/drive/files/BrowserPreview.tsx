import { useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'
import { usePreviewAddress } from '../address/preview-search.ts'
import type { ListPreviewProps } from './ListPreview.tsx'

const preview = lazyPart(async () => {
  // The frame is needed right after it.
  const [{ ListPreview }] = await Promise.all([
    import('./ListPreview.tsx'),
    import('../preview/PreviewFrame.tsx'),
  ])
  return ListPreview
})

/** The preview over a list. It comes when the first file is opened, and stays to know which one was left. */
export function BrowserPreview(props: ListPreviewProps) {
  const { fileId, close } = usePreviewAddress()
  const [wasOpened, setOpened] = useState(false)
  if (fileId !== undefined && !wasOpened) setOpened(true)
  const ListPreview = usePart(preview, { isWanted: wasOpened, onMissing: close })
  return ListPreview ? <ListPreview {...props} /> : null
}
