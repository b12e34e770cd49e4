// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.Session;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A codec that interprets at first, so that the first objects need not wait for code generation,
/// and is compiled once it is used frequently. The bytes are the same before and after.
public final class AdaptiveCodec extends ObjectCodec {

  /// The number of calls after which a class is compiled.
  static final int HOT = 64;

  /// The number of calls before a retry, if compilation failed for lack of memory or threads.
  static final int RETRY = 1 << 16;

  private final Class<?> type;
  private final Once<Compiled> compiler;

  /// Null for the thread that all serializers share.
  private final @Nullable Executor executor;

  private volatile ObjectCodec current;
  private volatile boolean compiled;

  /// Counted without synchronization: a few lost calls do not matter.
  private int calls;

  AdaptiveCodec(
      Class<?> type, ObjectCodec interpreted, Compiler compiler, @Nullable Executor executor) {
    this.type = type;
    this.current = interpreted;
    this.compiler = new Once<>(new Compilation(compiler));
    this.executor = executor;
  }

  /// Creates a codec that is compiled in the background.
  ///
  /// @param interpreted used until the compiled codec is available
  /// @param compiler creates the compiled codec
  public static AdaptiveCodec inBackground(
      Class<?> type, ObjectCodec interpreted, Compiler compiler) {
    return new AdaptiveCodec(type, interpreted, compiler, null);
  }

  /// Creates a codec that is compiled by the call that makes it hot.
  ///
  /// @param interpreted the codec that is used until then
  /// @param compiler creates the compiled codec
  public static AdaptiveCodec onceHot(Class<?> type, ObjectCodec interpreted, Compiler compiler) {
    return new AdaptiveCodec(type, interpreted, compiler, new Caller());
  }

  /// The compiled codec; the first call creates it.
  ObjectCodec compiled() {
    ObjectCodec made = compiler.get().codec();
    if (!compiled) {
      current = made;
      compiled = true;
    }
    return made;
  }

  boolean isCompiled() {
    return compiled;
  }

  private ObjectCodec current() {
    if (!compiled && ++calls == HOT) {
      compileSoon();
    }
    return current;
  }

  /// If no thread can be created, interpretation continues, and the call does not fail.
  private void compileSoon() {
    try {
      (executor == null ? Threads.EXECUTOR : executor).execute(this::compileQuietly);
    } catch (OutOfMemoryError e) { // also if there are too many threads
      calls = HOT - RETRY;
    }
  }

  /// If this fails, interpretation continues, and the caller gets no exception. The failure is
  /// logged, unless this attempt ran out of stack or memory; then a later call retries.
  private void compileQuietly() {
    try {
      for (AdaptiveCodec ready : compileWithLinks()) {
        ObjectCodec _ = ready.compiled();
      }
    } catch (StackOverflowError e) {
      calls = 0;
    } catch (OutOfMemoryError e) {
      calls = HOT - RETRY;
    } catch (RuntimeException | LinkageError e) {
      System.getLogger("dev.segue.serializer")
          .log(Level.WARNING, "cannot compile the codec of " + type.getName(), e);
    }
  }

  /// Compiles this codec, and the codecs of all classes in use that its code links to. Otherwise,
  /// the first execution of the code would have to compile them.
  private Set<AdaptiveCodec> compileWithLinks() {
    Set<AdaptiveCodec> ready = new LinkedHashSet<>();
    Deque<AdaptiveCodec> waiting = new ArrayDeque<>();
    List<Linked> links = compiler.get().links();
    ready.add(this);
    while (true) {
      for (Linked link : links) {
        AdaptiveCodec other = link.interpretedSoFar();
        if (other != null && ready.add(other)) {
          waiting.add(other);
        }
      }
      AdaptiveCodec next = waiting.poll();
      if (next == null) {
        return ready;
      }
      try {
        links = next.compiler.get().links();
      } catch (RuntimeException | LinkageError e) {
        ready.remove(next); // linking it fails again, with an error for the caller
        links = List.of();
      }
    }
  }

  @Override
  public long write(
      Object value,
      MemorySegment segment,
      long position,
      long limit,
      int depth,
      @Nullable Session session) {
    return current().write(value, segment, position, limit, depth, session);
  }

  @Override
  public Object read(
      MemorySegment segment, long position, long end, int depth, @Nullable Session session) {
    return current().read(segment, position, end, depth, session);
  }

  @Override
  public long writeRoot(
      Object value,
      MemorySegment segment,
      long position,
      long limit,
      int depth,
      @Nullable Session session) {
    return current().writeRoot(value, segment, position, limit, depth, session);
  }

  @Override
  public long writeTo(PayloadBuffer buffer, Object value, long position, long limit, int depth) {
    return current().writeTo(buffer, value, position, limit, depth);
  }

  @Override
  public Object readFrom(PayloadBuffer buffer, long position, long end, int depth) {
    return current().readFrom(buffer, position, end, depth);
  }

  /// A codec, and the links of its code.
  private record Compiled(ObjectCodec codec, List<Linked> links) {}

  private record Compilation(Compiler compiler) implements Supplier<Compiled> {

    @Override
    public Compiled get() {
      List<Linked> links = new ArrayList<>();
      ObjectCodec codec = compiler.compile(links);
      return new Compiled(codec, List.copyOf(links));
    }
  }

  /// Executes tasks in the calling thread. A class, not a lambda, since lambdas are slow to load.
  private static final class Caller implements Executor {

    @Override
    public void execute(Runnable task) {
      task.run();
    }
  }

  /// The executor that all serializers share, created with the first task. It has at most one
  /// thread, which ends when it is idle and keeps no class loader reachable.
  private static final class Threads {

    static final ThreadPoolExecutor EXECUTOR =
        new ThreadPoolExecutor(
            1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Threads::create);

    static {
      EXECUTOR.allowCoreThreadTimeOut(true);
    }

    private static Thread create(Runnable task) {
      Thread thread = new Thread(null, task, "segue-compiler", 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      return thread;
    }
  }
}
