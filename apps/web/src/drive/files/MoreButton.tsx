import { EllipsisVertical } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

/** Opens what can be done with one file. Beside it a key does the same, so that Tab need not stop here. */
export function MoreButton({ name }: { name: string }) {
  const t = useTexts()
  return (
    <IconButton
      icon={EllipsisVertical}
      label={t('browse.more', { name })}
      title={undefined}
      aria-haspopup="menu"
      data-more
      small
      tabIndex={-1}
      className="-me-2 group-focus-within/row:opacity-100 group-hover/row:opacity-100 group-aria-selected/row:opacity-100 pointer-fine:opacity-0"
    />
  )
}
