import type { texts as english } from '../en/drive-tasks.ts'

export const texts: Record<keyof typeof english, string> = {
  'tasks.tray': '작업',
  'tasks.running': '{count, plural, other {작업 #개 진행 중}}',
  'tasks.finished': '{count, plural, other {작업 #개 완료}}',
  'tasks.attention': '일부를 처리하지 못했습니다',
  'tasks.collapse': '작업 접기',
  'tasks.expand': '작업 펼치기',
  'tasks.dismiss': '작업 닫기',
  'tasks.cancel': '취소: {name}',
  'tasks.kind.trash': '휴지통으로 이동',
  'tasks.kind.untrash': '휴지통에서 복원',
  'tasks.kind.move': '파일 이동',
  'tasks.kind.copy': '파일 복사',
  'tasks.kind.delete': '영구 삭제',
  'tasks.kind.empty': '휴지통 비우기',
  'tasks.kind.other': '파일 작업',

  'tasks.waiting': '대기 중',
  'tasks.stopping': '중지하는 중',
  'tasks.progress': '{total}개 중 {done}개',
  'tasks.doneCount': '{done}개 완료',
  'tasks.complete': '완료',
  'tasks.cancelled': '취소됨',
  'tasks.failed': '실패',
  'tasks.failures': '{count, plural, other {#개 처리하지 못함}}',
  'tasks.failures.others': '{count}개 더',

  'tasks.reason.taken': '그곳에 같은 이름이 있습니다.',
  'tasks.reason.gone': '이제 없습니다.',
  'tasks.reason.full': '공간이 부족합니다.',
  'tasks.reason.refused': '그곳에 둘 수 없습니다.',

  'tasks.announce.done': '{name}: 완료',
  'tasks.announce.some': '{name}: 완료, {count, plural, other {#개 처리하지 못함}}',
  'tasks.announce.failed': '{name} 실패: {reason}',
  'tasks.announce.cancelled': '{name}: 취소됨',
}
