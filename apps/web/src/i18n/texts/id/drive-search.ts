import type { texts as english } from '../en/drive-search.ts'

export const texts: Record<keyof typeof english, string> = {
  'search.label': 'Cari berkas dan folder',
  'search.title': 'Pencarian',
  'search.clear': 'Hapus pencarian',
  'search.suggestions': 'Paling cocok',
  'search.recent': 'Pencarian terakhir',
  'search.recent.forget': 'Lupakan pencarian terakhir',
  'search.all': 'Semua hasil untuk “{query}”',
  'search.allIn': 'Hasil di {name}',
  'search.resultsFor': 'Hasil untuk “{query}”',
  'search.list': 'Hasil pencarian',
  'search.count': '{count, plural, =0 {Tidak ada yang ditemukan} other {# hasil}}',
  'search.countMore': 'Lebih dari {count} hasil',
  'search.none': 'Tidak ada hasil untuk “{query}”',
  'search.none.filters': 'Tidak ada yang cocok dengan filter ini',
  'search.none.hint': 'Periksa ejaannya, atau coba lebih sedikit kata.',
  'search.none.filters.hint': 'Tanpa filter mungkin ada lebih banyak.',
  'search.begin': 'Apa yang Anda cari?',
  'search.begin.hint': 'Ketik nama, atau kata di dalam teks.',
  'search.failed': 'Pencarian tidak menjawab',

  'search.place': 'Tempat',
  'search.place.any': 'Di mana saja',
  'search.tag': 'Tag',
  'search.tag.any': 'Semua tag',
  'search.starred': 'Favorit',
}
