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

/// Interprets at first, so that little waits for a compiler, and has the class compiled once it is
/// used a lot. The bytes are the same before and after.
public final class AdaptiveCodec extends ObjectCodec {

  /// Calls after which a class is worth compiling.
  static final int HOT = 64;

  /// One thread at most, gone when there is nothing to do, that keeps no class loader alive.
  private static final ThreadPoolExecutor BACKGROUND = background();

  private final Class<?> type;
  private final Once<ObjectCodec> compiler;
  private final Executor executor;
  private volatile ObjectCodec current;
  private volatile boolean compiled;

  /// Counted without care: it does not matter if a few calls are lost.
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
  /// @param interpreted what serves until the compiled codec is there
  /// @param compiler makes the compiled codec
  public static AdaptiveCodec inBackground(
      Class<?> type, ObjectCodec interpreted, Supplier<ObjectCodec> compiler) {
    return new AdaptiveCodec(type, interpreted, compiler, BACKGROUND);
  }

  /// A codec that is compiled by the call that finds it worth while.
  ///
  /// @param interpreted what serves until then
  /// @param compiler makes the compiled codec
  public static AdaptiveCodec onceHot(
      Class<?> type, ObjectCodec interpreted, Supplier<ObjectCodec> compiler) {
    return new AdaptiveCodec(type, interpreted, compiler, Runnable::run);
  }

  private static ThreadPoolExecutor background() {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(null, task, "segue-compiler", 0, false);
              thread.setDaemon(true);
              thread.setContextClassLoader(null);
              return thread;
            });
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  /// The compiled codec; whoever asks first makes it.
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

  /// The interpreter goes on where this fails, so it is no error of the caller's; but it is one,
  /// unless the stack was too small this time.
  private void compileQuietly() {
    try {
      compiled();
    } catch (StackOverflowError e) {
      calls = 0;
    } catch (RuntimeException | LinkageError e) {
      System.getLogger(AdaptiveCodec.class.getName())
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
}
