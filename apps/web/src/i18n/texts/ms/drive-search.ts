import type { texts as english } from '../en/drive-search.ts'

export const texts: Record<keyof typeof english, string> = {
  'search.label': 'Cari fail dan folder',
  'search.title': 'Carian',
  'search.clear': 'Kosongkan carian',
  'search.suggestions': 'Padanan terbaik',
  'search.recent': 'Carian terkini',
  'search.recent.forget': 'Lupakan carian terkini',
  'search.all': 'Semua hasil untuk “{query}”',
  'search.allIn': 'Hasil dalam {name}',
  'search.resultsFor': 'Hasil untuk “{query}”',
  'search.list': 'Hasil carian',
  'search.count': '{count, plural, =0 {Tiada yang ditemui} other {# hasil}}',
  'search.countMore': 'Lebih daripada {count} hasil',
  'search.none': 'Tiada hasil untuk “{query}”',
  'search.none.filters': 'Tiada yang sepadan dengan penapis ini',
  'search.none.hint': 'Semak ejaan, atau cuba kurangkan perkataan.',
  'search.none.filters.hint': 'Tanpa penapis mungkin ada lagi.',
  'search.begin': 'Apa yang anda cari?',
  'search.begin.hint': 'Taip nama, atau perkataan di dalam teks.',
  'search.failed': 'Carian tidak menjawab',

  'search.place': 'Tempat',
  'search.place.any': 'Di mana-mana',
  'search.tag': 'Tag',
  'search.tag.any': 'Semua tag',
  'search.starred': 'Kegemaran',
}
