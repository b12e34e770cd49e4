// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.Session;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
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

  private final Class<?> type;
  private final Once<ObjectCodec> compiler;
  private final Executor executor;
  private volatile ObjectCodec current;
  private volatile boolean compiled;

  /// Counted without synchronization: a few lost calls do not matter.
  private int calls;

  private AdaptiveCodec(
      Class<?> type, ObjectCodec interpreted, Supplier<ObjectCodec> compiler, Executor executor) {
    this.type = type;
    this.current = interpreted;
    this.compiler = new Once<>(compiler);
    this.executor = executor;
  }

  /// A codec that is compiled in the background.
  ///
  /// @param interpreted used until the compiled codec is available
  /// @param compiler creates the compiled codec
  public static AdaptiveCodec inBackground(
      Class<?> type, ObjectCodec interpreted, Supplier<ObjectCodec> compiler) {
    return new AdaptiveCodec(type, interpreted, compiler, new Background());
  }

  /// A codec that is compiled by the call that makes it hot.
  ///
  /// @param interpreted used until then
  /// @param compiler creates the compiled codec
  public static AdaptiveCodec onceHot(
      Class<?> type, ObjectCodec interpreted, Supplier<ObjectCodec> compiler) {
    return new AdaptiveCodec(type, interpreted, compiler, new Caller());
  }

  /// The compiled codec, which the first call creates.
  ObjectCodec compiled() {
    ObjectCodec made = compiler.get();
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
      executor.execute(this::compileQuietly);
    }
    return current;
  }

  /// Interpretation continues if this fails, so that the caller gets no exception; the failure is
  /// logged, unless the stack was too small for this attempt.
  private void compileQuietly() {
    try {
      compiled();
    } catch (StackOverflowError e) {
      calls = 0;
    } catch (RuntimeException | LinkageError e) {
      System.getLogger("dev.segue.serializer")
          .log(Level.WARNING, "cannot compile the codec of " + type.getName(), e);
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

  /// Executes tasks in the calling thread. A class of its own, like the other one, since lambdas
  /// are slow to load.
  private static final class Caller implements Executor {

    @Override
    public void execute(Runnable task) {
      task.run();
    }
  }

  /// Executes tasks in a thread that all serializers share, created with the first task.
  private static final class Background implements Executor {

    @Override
    public void execute(Runnable task) {
      Threads.EXECUTOR.execute(task);
    }
  }

  /// At most one thread, which ends when it is idle and keeps no class loader alive.
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
