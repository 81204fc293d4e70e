import type { texts as english } from '../en/obstacles.ts'

export const texts: Record<keyof typeof english, string> = {
  'signIn.second.title': 'Satu langkah lagi',
  'signIn.second.TOTP': 'Taip kod yang dipaparkan oleh aplikasi pengesah anda.',
  'signIn.second.PASSKEY': 'Sahkan dengan kunci laluan akaun ini.',
  'signIn.second.RECOVERY':
    'Taip salah satu kod pemulihan yang anda simpan. Setiap satu berfungsi sekali.',
  'signIn.second.toSend': 'Kami sedang menghantar kod.',
  'signIn.second.none':
    'Tiada langkah kedua anda yang boleh digunakan sekarang. Tanya pentadbir pelayan ini.',
  'signIn.second.trust': 'Percayai peranti ini selama 30 hari',
  'signIn.second.other': 'Cara pengesahan lain',
  'signIn.second.method.TOTP': 'Aplikasi pengesah',
  'signIn.second.method.PASSKEY': 'Kunci laluan',
  'signIn.second.method.SMS': 'SMS',
  'signIn.second.method.EMAIL': 'E-mel',
  'signIn.second.method.RECOVERY': 'Kod pemulihan',
  'signIn.second.problem.recoveryMissing': 'Taip kod pemulihan.',
  'signIn.second.problem.expired':
    'Terlalu lama atau terlalu banyak cubaan. Teruskan dengan kod baharu.',
  'signIn.second.problem.tooMany':
    'Terlalu banyak cubaan. Tunggu sebentar, atau gunakan cara lain.',
  'signIn.second.problem.passkey':
    'Kunci laluan ini tidak dapat digunakan di sini. Cuba cara lain.',
  'signIn.state.other': 'Gunakan akaun lain',
  'signIn.state.unchanged': 'Belum ada apa-apa yang berubah.',
  'signIn.state.pending.title': 'Akaun anda menunggu kelulusan',
  'signIn.state.pending.text':
    'Pentadbir pelayan ini menyemak setiap akaun baharu. Setelah akaun anda diluluskan, anda boleh log masuk.',
  'signIn.state.inactive.title': 'Akaun anda belum aktif',
  'signIn.state.inactive.text':
    'Akaun ini dicipta semasa akaun baharu memerlukan kelulusan, dan tidak pernah diluluskan. Minta pentadbir pelayan ini mengaktifkannya.',
  'signIn.state.locked.title': 'Terlalu banyak kata laluan salah',
  'signIn.state.locked.text':
    'Demi keselamatan akaun anda, kata laluan tidak diterima buat masa ini. Tunggu sebentar, atau gunakan kod atau kunci laluan.',
  'signIn.state.locked.until':
    'Demi keselamatan akaun anda, kata laluan tidak diterima hingga {time}. Kod atau kunci laluan masih boleh digunakan.',
  'signIn.state.locked.code': 'Log masuk dengan kod',
  'signIn.state.waiting.title': 'Kata laluan baharu anda perlu menunggu',
  'signIn.state.waiting.text':
    'Kata laluan ini ditetapkan dengan kod kepada maklumat hubungan yang juga satu-satunya langkah kedua anda. Demi keselamatan akaun anda, anda boleh log masuk mulai {time}. Pentadbir pelayan ini boleh membantu lebih awal.',
  'signIn.state.blocked.title': 'Akaun ini dikunci',
  'signIn.state.blocked.text':
    'Akaun dikunci oleh pentadbir pelayan ini. Tanya mereka; fail anda masih ada.',
  'signIn.state.frozen.title': 'Akaun ini dibekukan',
  'signIn.state.frozen.text':
    'Akaun tidak dapat digunakan buat masa ini. Cuba lagi nanti, atau tanya pentadbir pelayan ini.',
  'signIn.state.review.title': 'Akaun ini sedang disemak',
  'signIn.state.review.text':
    'Seseorang sedang menyemaknya. Anda tidak boleh log masuk sehingga selesai; sementara itu tiada apa-apa dipadamkan.',
  'signIn.state.deleting.title': 'Akaun ini sedang dipadamkan',
  'signIn.state.deleting.until':
    'Pada {date} akaun dan segala isinya akan hilang. Sehingga itu anda boleh memulihkannya seperti asal.',
  'signIn.state.deleting.text':
    'Tidak lama lagi akaun dan segala isinya akan hilang. Sehingga itu anda boleh memulihkannya seperti asal.',
  'signIn.state.deleting.final': 'Akaun tidak dapat digunakan atau dipulihkan lagi.',
  'signIn.state.deleting.restore': 'Pulihkan akaun saya',
  'signIn.state.reset.title': 'Pilih kata laluan baharu',
  'signIn.state.reset.text':
    'Kata laluan anda mungkin diketahui orang lain, jadi ia tidak diterima lagi. Untuk log masuk, sahkan kod dan tetapkan kata laluan baharu.',
  'signIn.state.reset.go': 'Tetapkan kata laluan baharu',
}
