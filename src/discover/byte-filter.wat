;; Where could one of several words begin? Sixteen places are asked at once.
;;
;; A word is known by what may stand at its first four bytes. For each of the four, two tables of sixteen entries say
;; which groups of words (eight bits) allow a byte by its lower and its upper half; a place stays in question when one
;; group is left by all eight answers. Bytes of two words of a group may be mixed, so whoever asks looks again.
;; The method is that of Teddy, the search for a few words in Hyperscan.
;;
;; npx vitest run test/discover/byte-filter.test.ts -u writes byte-filter-module.ts from this file.
(module
  ;; At 0: the eight tables, lower before upper half, in the order of the bytes. The caller puts the text behind them.
  (import "host" "memory" (memory 1))

  ;; The first place in question from `at` on, or -1. It may lie at or behind `end`, by less than sixteen.
  (func (export "find") (param $at i32) (param $end i32) (result i32)
    (local $low0 v128) (local $high0 v128)
    (local $low1 v128) (local $high1 v128)
    (local $low2 v128) (local $high2 v128)
    (local $low3 v128) (local $high3 v128)
    (local $half v128) (local $bytes v128) (local $groups v128)
    (local.set $low0 (v128.load (i32.const 0)))
    (local.set $high0 (v128.load (i32.const 16)))
    (local.set $low1 (v128.load (i32.const 32)))
    (local.set $high1 (v128.load (i32.const 48)))
    (local.set $low2 (v128.load (i32.const 64)))
    (local.set $high2 (v128.load (i32.const 80)))
    (local.set $low3 (v128.load (i32.const 96)))
    (local.set $high3 (v128.load (i32.const 112)))
    (local.set $half (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15))
    (loop $next
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const -1))))

      (local.set $bytes (v128.load (local.get $at)))
      (local.set $groups
        (v128.and
          (i8x16.swizzle (local.get $low0) (v128.and (local.get $bytes) (local.get $half)))
          (i8x16.swizzle (local.get $high0) (i8x16.shr_u (local.get $bytes) (i32.const 4)))))

      (local.set $bytes (v128.load offset=1 (local.get $at)))
      (local.set $groups
        (v128.and (local.get $groups)
          (v128.and
            (i8x16.swizzle (local.get $low1) (v128.and (local.get $bytes) (local.get $half)))
            (i8x16.swizzle (local.get $high1) (i8x16.shr_u (local.get $bytes) (i32.const 4))))))

      (local.set $bytes (v128.load offset=2 (local.get $at)))
      (local.set $groups
        (v128.and (local.get $groups)
          (v128.and
            (i8x16.swizzle (local.get $low2) (v128.and (local.get $bytes) (local.get $half)))
            (i8x16.swizzle (local.get $high2) (i8x16.shr_u (local.get $bytes) (i32.const 4))))))

      (local.set $bytes (v128.load offset=3 (local.get $at)))
      (local.set $groups
        (v128.and (local.get $groups)
          (v128.and
            (i8x16.swizzle (local.get $low3) (v128.and (local.get $bytes) (local.get $half)))
            (i8x16.swizzle (local.get $high3) (i8x16.shr_u (local.get $bytes) (i32.const 4))))))

      (if (v128.any_true (local.get $groups))
        (then
          (return
            (i32.add
              (local.get $at)
              ;; Lanes without a group are all ones when compared with zero: the first zero is the place.
              (i32.ctz
                (i32.xor
                  (i8x16.bitmask (i8x16.eq (local.get $groups) (v128.const i64x2 0 0)))
                  (i32.const 0xffff)))))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br $next))
    (unreachable)))
