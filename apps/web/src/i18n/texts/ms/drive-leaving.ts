import type { texts as english } from '../en/drive-leaving.ts'

export const texts: Record<keyof typeof english, string> = {
  'leaving.title': 'Yang akan hilang bagi orang lain',
  'leaving.intro':
    'Semua yang anda kongsi tamat bersama akaun anda. Apa yang masih diperlukan orang lain boleh dialihkan ke pemacu pasukan dahulu.',
  'leaving.none':
    'Anda tidak berkongsi apa-apa, dan setiap pemacu pasukan mempunyai pengurus lain.',
  'leaving.with': 'Dikongsi dengan {names}',
  'leaving.link': 'sesiapa yang mempunyai pautan',
  'leaving.elsewhere': 'Dalam pemacu yang kekal: hanya akses ini tamat',
  'leaving.choose': 'Pilih {name}',
  'leaving.more': 'Tunjukkan lagi',
  'leaving.move':
    '{count, plural, =0 {Alihkan ke pemacu pasukan} other {Alihkan # item ke pemacu pasukan}}',
  'leaving.offer':
    '{count, plural, =0 {Serahkan kepada seseorang} other {Serahkan # item kepada seseorang}}',
  'leaving.move.title': 'Alihkan ke pemacu pasukan',
  'leaving.move.text':
    'Ahlinya mendapat akses, dan ia kekal apabila anda pergi. Kongsi semula di sana dengan orang lain yang memerlukannya.',
  'leaving.move.to': 'Pemacu pasukan',
  'leaving.move.nowhere':
    'Anda tiada dalam pemacu pasukan yang membolehkan anda menambah fail. Minta pentadbir pelayan ini menciptanya.',
  'leaving.move.do': '{count, plural, other {Alihkan # item}}',
  'leaving.move.busy': 'Mengalihkan ke {name}',
  'leaving.move.keep': 'Anda boleh menutup ini. Pelayan terus bekerja.',
  'leaving.moved': '{count, plural, other {# item telah dialihkan.}}',
  'leaving.move.failed': '{name} tidak dapat dialihkan. {reason}',
  'leaving.move.failed.all': 'Item tidak dapat dialihkan. {reason}',
  'leaving.move.cancelled': 'Pengalihan dibatalkan. Yang sudah dialihkan ada dalam pemacu pasukan.',
  'leaving.drives': 'Pemacu pasukan yang hanya anda urus',
  'leaving.drives.text':
    'Pemacu ini kekal, tetapi tanpa pengurus tiada siapa boleh menambah ahli atau mengosongkan tong sampahnya.',
  'leaving.appoint': 'Lantik pengurus',
  'leaving.appoint.of': 'Lantik pengurus lain untuk {name}',
  'leaving.appoint.text':
    'Pengurus boleh melakukan apa sahaja dalam pemacu pasukan, termasuk berkongsi dan memadamkannya.',
  'leaving.appoint.do': 'Jadikan pengurus',
  'leaving.appoint.account':
    'Hanya orang yang mempunyai akaun dan kumpulan boleh menjadi pengurus: {name}',
  'leaving.appointed': '{name} kini mempunyai pengurus lain.',
}
