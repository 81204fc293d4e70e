import type { texts as english } from '../en/drive-offers.ts'

export const texts: Record<keyof typeof english, string> = {
  'offer.title': 'Serahkan “{name}”',
  'offer.title.some': '{count, plural, other {Serahkan # item}}',
  'offer.text':
    'Orang itu menjadi pemilik apabila menerima, dalam 14 hari. Orang yang mempunyai akses mengekalkannya, dan pautan tamat.',
  'offer.person': 'Pemilik baharu',
  'offer.note': 'Mesej (pilihan)',
  'offer.keep': 'Saya masih boleh menyuntingnya',
  'offer.do': 'Tawarkan',
  'offer.done': 'Ditawarkan kepada {name}.',
  'offer.one': 'Pilih seorang yang mempunyai akaun.',
  'offer.overlap':
    'Item ini sudah ditawarkan, atau folder di atasnya, atau sesuatu di dalamnya. Tarik balik tawaran itu dahulu.',
  'offer.limit': 'Terlalu banyak tawaran yang terbuka. Tunggu sehingga sebahagiannya dijawab.',
  'offer.failed': '{name} tidak dapat ditawarkan. {reason}',
  'offer.open': 'Tawaran terbuka',
  'offer.gone': 'Sesuatu dalam tong sampah',
  'offer.to': 'Kepada {name}, sehingga {day}',
  'offer.takeBack': 'Tarik balik',
  'offer.takeBack.of': 'Tarik balik tawaran {name}',
  'offer.takenBack': 'Tawaran telah ditarik balik.',
}
