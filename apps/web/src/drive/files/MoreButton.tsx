import { useTexts } from '../../i18n/LanguageProvider.tsx'

/**
 * Opens what can be done with one file. Beside it a key does the same, so that Tab need not stop here.
 * Every row has one: it is drawn with as few elements as can be.
 */
export function MoreButton({ name }: { name: string }) {
  const t = useTexts()
  return (
    <button
      type="button"
      aria-label={t('browse.more', { name })}
      aria-haspopup="menu"
      data-more
      tabIndex={-1}
      className="-me-2 inline-grid size-8 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text group-focus-within/row:opacity-100 group-hover/row:opacity-100 group-aria-selected/row:opacity-100 pointer-coarse:size-11 pointer-fine:opacity-0"
    >
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeLinecap="round"
        className="size-4"
      >
        <path d="M12 5h.01M12 12h.01M12 19h.01" />
      </svg>
    </button>
  )
}
