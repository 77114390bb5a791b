package dev.fcp.midi.smf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.generator.Tries;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.ByteRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SmfPrefixTest {

  static List<Arguments> files() {
    return SmfTestFiles.testArguments(SmfTestFiles.files());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void every_prefix_of_a_file_is_read_or_refused(String name, byte[] bytes) {
    int step = 1 + bytes.length / Tries.of(2000);
    for (int length = 0; length < bytes.length; length += step) {
      assertReadOrRefused(Arrays.copyOf(bytes, length));
    }
  }

  @Property(tries = 3000)
  void a_file_with_wrong_bytes_is_read_or_refused(
      @ForAll("fixtures") byte[] bytes,
      @ForAll @IntRange(max = 1 << 20) int seed,
      @ForAll @ByteRange(min = -128, max = 127) byte first,
      @ForAll @ByteRange(min = -128, max = 127) byte second) {
    byte[] damaged = bytes.clone();
    damaged[seed % damaged.length] = first;
    damaged[seed / 7 % damaged.length] = second;
    assertReadOrRefused(damaged);
  }

  @Provide
  Arbitrary<byte[]> fixtures() {
    return Arbitraries.of(List.copyOf(SmfFixtures.all().values()));
  }

  /**
   * Asserts that a readable file is written unchanged, and that what is salvaged from any other
   * file can be written.
   */
  private static void assertReadOrRefused(byte[] bytes) {
    switch (SmfFile.read(bytes, SmfLimits.standard())) {
      case SmfReadResult.Success(var file) -> {
        assertThat(SmfFile.write(file.content(), List.of(file))).isEqualTo(bytes);
        assertThat(SmfTestFiles.read(SmfFile.write(file.content(), List.of())).content())
            .isEqualTo(file.content());
      }
      case SmfReadResult.Refused(var offset, var reason) -> {
        assertThat(offset).isBetween(0, bytes.length);
        assertThat(reason).isNotBlank();
        assertSalvage(SalvageResult.of(bytes, SmfLimits.standard()));
      }
    }
  }

  private static void assertSalvage(Optional<SalvageResult> salvage) {
    if (salvage.isPresent()) {
      SmfContent content = salvage.get().content();
      assertThat(SmfTestFiles.read(SmfFile.write(content, List.of())).content()).isEqualTo(content);
      assertThat(salvage.get().findings()).isNotEmpty();
    }
  }
}
